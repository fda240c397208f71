import { type AllFrameHandlers, FrameRefusal, makeParentLink, serveFrame } from "@wmodal/frame-rpc/frame"
import { Effect } from "effect"
import { connect, WindowMessenger } from "penpal"

const kind = new URLSearchParams(location.search).get("kind")
const failRefused = () => Effect.fail(new FrameRefusal({ text: "Not measured" }))

const frameHandlers: AllFrameHandlers = {
  SWITCH_NETWORK: failRefused,
  CONNECT_EMAIL: failRefused,
  CONNECT_DEVICE: failRefused,
  CONNECT_OTP: failRefused,
  CONNECT_SOCIAL: failRefused,
  GET_FARCASTER_URI: failRefused,
  CONNECT_FARCASTER: failRefused,
  GET_USER: failRefused,
  GET_SOCIAL_REDIRECT_URI: failRefused,
  SIGN_OUT: failRefused,
  IS_CONNECTED: failRefused,
  GET_CHAIN_ID: () => Effect.succeed({ chainId: 1 }),
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: failRefused,
  INIT_SMART_ACCOUNT: failRefused,
  SET_PREFERRED_ACCOUNT: failRefused,
  UPDATE_EMAIL: failRefused,
  UPDATE_EMAIL_PRIMARY_OTP: failRefused,
  UPDATE_EMAIL_SECONDARY_OTP: failRefused,
  SYNC_THEME: failRefused,
  SYNC_DAPP_DATA: failRefused,
  RELOAD: failRefused,
  RPC_REQUEST: () => Effect.succeed("0x10"),
}

if (kind === "bridge")
  void Effect.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        const parent = yield* makeParentLink(window)
        yield* serveFrame({ parent, answers: frameHandlers, version: "4" })
        return yield* Effect.never
      }),
    ),
  )
else if (kind === "penpal")
  connect({
    messenger: new WindowMessenger({ remoteWindow: window.parent, allowedOrigins: ["*"] }),
    methods: { ask: () => "0x10" },
  })
else {
  addEventListener("message", ({ data, origin, source }) => {
    if (source === window.parent) window.parent.postMessage(data, origin)
  })
  window.parent.postMessage("ready", new URL(document.referrer).origin)
}
