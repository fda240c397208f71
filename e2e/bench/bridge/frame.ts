import { type FrameAnswers, FrameRefusal, parentLink, serveFrame } from "@wmodal/frame-rpc/frame"
import { Effect } from "effect"
import { connect, WindowMessenger } from "penpal"

const kind = new URLSearchParams(location.search).get("kind")
const refused = () => Effect.fail(new FrameRefusal({ text: "Not measured" }))

const answers: FrameAnswers = {
  SWITCH_NETWORK: refused,
  CONNECT_EMAIL: refused,
  CONNECT_DEVICE: refused,
  CONNECT_OTP: refused,
  CONNECT_SOCIAL: refused,
  GET_FARCASTER_URI: refused,
  CONNECT_FARCASTER: refused,
  GET_USER: refused,
  GET_SOCIAL_REDIRECT_URI: refused,
  SIGN_OUT: refused,
  IS_CONNECTED: refused,
  GET_CHAIN_ID: () => Effect.succeed({ chainId: 1 }),
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: refused,
  INIT_SMART_ACCOUNT: refused,
  SET_PREFERRED_ACCOUNT: refused,
  UPDATE_EMAIL: refused,
  UPDATE_EMAIL_PRIMARY_OTP: refused,
  UPDATE_EMAIL_SECONDARY_OTP: refused,
  SYNC_THEME: refused,
  SYNC_DAPP_DATA: refused,
  RELOAD: refused,
  RPC_REQUEST: () => Effect.succeed("0x10"),
}

if (kind === "bridge")
  void Effect.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        const parent = yield* parentLink(window)
        yield* serveFrame({ parent, answers, version: "4" })
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
