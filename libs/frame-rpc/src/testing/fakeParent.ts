import { Effect } from "effect"
import { type FrameAnswers, FrameRefusal, type PlainAnswers } from "../frame/FrameSide.ts"
import { serveFrame } from "../frame/serveFrame.ts"
import type { FrameLink, Heard } from "../host/FrameHost.ts"
import type { Wire } from "./fakeFrame.ts"

/** Refuses all but what the test answers. */
export const answersOf = (some: Partial<FrameAnswers>): FrameAnswers => {
  const refuse = () => Effect.fail(new FrameRefusal({ text: "Not in this test." }))
  const plain: PlainAnswers = {
    SWITCH_NETWORK: refuse,
    CONNECT_EMAIL: refuse,
    CONNECT_DEVICE: refuse,
    CONNECT_OTP: refuse,
    CONNECT_SOCIAL: refuse,
    GET_FARCASTER_URI: refuse,
    CONNECT_FARCASTER: refuse,
    GET_USER: refuse,
    GET_SOCIAL_REDIRECT_URI: refuse,
    SIGN_OUT: refuse,
    IS_CONNECTED: refuse,
    GET_CHAIN_ID: refuse,
    GET_SMART_ACCOUNT_ENABLED_NETWORKS: refuse,
    INIT_SMART_ACCOUNT: refuse,
    SET_PREFERRED_ACCOUNT: refuse,
    UPDATE_EMAIL: refuse,
    UPDATE_EMAIL_PRIMARY_OTP: refuse,
    UPDATE_EMAIL_SECONDARY_OTP: refuse,
    SYNC_THEME: refuse,
    SYNC_DAPP_DATA: refuse,
    RELOAD: refuse,
  }
  return { ...plain, RPC_REQUEST: refuse, ...some }
}

/** A frame that is served, and a parent of it that says what the test wants. */
export const serveFake = Effect.fnUntraced(function* (some: Partial<FrameAnswers>) {
  let listeners: ((message: Heard) => void)[] = []
  const posted: Wire[] = []
  let offered: MessagePort | undefined
  const parent: FrameLink = {
    post: (message, transfer) => {
      offered ??= transfer?.[0]
      // What the frame posts is its own; a test that reads it wrongly fails.
      posted.push(structuredClone(message) as Wire)
    },
    listen: (listener) => {
      listeners.push(listener)
      return () => {
        listeners = listeners.filter((one) => one !== listener)
      }
    },
    foreign: () => 7,
  }
  const side = yield* serveFrame({ parent, answers: answersOf(some), version: "4" })
  return {
    side,
    posted,
    port: offered,
    say: (data: unknown) => {
      for (const listener of listeners) listener({ data, ports: [] })
    },
    listeners: () => listeners.length,
  }
})
