import { makePortLink } from "@wmodal/frame-rpc/frame"
import type { FrameHost, FrameLifecycleEvent, FrameLink, FrameMessage } from "@wmodal/frame-rpc/host"
import { Effect, Fiber } from "effect"
import type { Approve } from "../wallet/ApprovalPrompt.ts"
import type { FrameStorage } from "../wallet/FrameStorage.ts"
import type { Fetch } from "../wallet/SiteApi.ts"
import { serveWallet } from "../wallet/serveWallet.ts"
import { makeStoredApprovalKey } from "./storedApprovalKey.ts"

/** The options of the embedded wallet's frame in a Node process. */
export interface NodeFrameOptions {
  /** Prompts the user at the terminal. */
  readonly approve: Approve
  readonly storage: FrameStorage
  /** Default: the platform's `fetch`. */
  readonly fetch?: Fetch
}

/**
 * Opens frames in a terminal. The frame's code runs in the same process, behind a message channel.
 * A removed frame does not keep the process alive.
 */
export const openFrameInNode = ({
  approve,
  fetch = globalThis.fetch,
  storage,
}: NodeFrameOptions): FrameHost => ({
  mount: ({ url }) => {
    const hearers = new Set<(message: FrameMessage) => void>()
    const watchers = new Set<(event: FrameLifecycleEvent) => void>()
    let isRemoved = false
    let load: { readonly link: FrameLink; readonly end: () => void } | null = null

    const begin = () => {
      const { port1, port2 } = new MessageChannel()
      const link = makePortLink(port1)
      const fiber = Effect.runFork(
        serveWallet({
          url,
          fetch,
          storage,
          openKey: makeStoredApprovalKey(storage),
          parent: makePortLink(port2),
          parentOrigin: null,
          approve,
          themed: () => {},
          performing: () => {},
          restart: () => {
            reload()
            for (const watch of watchers) watch({ _tag: "Navigated" })
          },
        }).pipe(Effect.scoped),
      )
      link.listen((message) => {
        for (const hear of hearers) hear(message)
      })
      load = {
        link,
        end: () => {
          Effect.runFork(Fiber.interrupt(fiber))
          port1.close()
          port2.close()
        },
      }
    }
    const reload = () => {
      if (load === null) return
      load.end()
      begin()
    }

    return Promise.resolve({
      link: {
        post: (message, transfer) => {
          if (load === null) throw new Error("The frame is gone")
          load.link.post(message, transfer)
        },
        listen: (hear) => {
          hearers.add(hear)
          // The host adds its listener before the frame loads.
          if (load === null && !isRemoved) begin()
          return () => hearers.delete(hear)
        },
      },
      // Loading cannot fail.
      listen: (watch) => {
        watchers.add(watch)
        return () => watchers.delete(watch)
      },
      reload,
      remove: () => {
        isRemoved = true
        load?.end()
        load = null
      },
    })
  },
})
