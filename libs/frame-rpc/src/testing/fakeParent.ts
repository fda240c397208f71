import { Effect } from "effect"
import { type AllFrameHandlers, type FrameHandlers, FrameRefusal } from "../frame/FrameServer.ts"
import { serveFrame } from "../frame/serveFrame.ts"
import type { FrameLink, FrameMessage } from "../host/FrameHost.ts"
import type { WireMessage } from "./fakeFrame.ts"

/** Rejects all requests except those that the test handles. */
export const makeHandlers = (some: Partial<AllFrameHandlers>): AllFrameHandlers => {
  const refuse = () => Effect.fail(new FrameRefusal({ text: "Not in this test." }))
  const plain: FrameHandlers = {
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

/** Serves a frame with a scripted parent. */
export const serveFake = Effect.fnUntraced(function* (some: Partial<AllFrameHandlers>) {
  let listeners: ((message: FrameMessage) => void)[] = []
  const posted: WireMessage[] = []
  let offered: MessagePort | undefined
  const parent: FrameLink = {
    post: (message, transfer) => {
      offered ??= transfer?.[0]
      // The frame's own messages are trusted here; a wrong assumption fails the test.
      posted.push(structuredClone(message) as WireMessage)
    },
    listen: (listener) => {
      listeners.push(listener)
      return () => {
        listeners = listeners.filter((one) => one !== listener)
      }
    },
    foreign: () => 7,
  }
  const side = yield* serveFrame({ parent, answers: makeHandlers(some), version: "4" })
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
