import { siwxPage } from "../siwx.ts"

/** The sign-in of the demo. It has no server of its own, so the page itself keeps and checks the session. */
export const makeDemoSiwx = () =>
  siwxPage({
    verify: async (request) => (await import("@wmodal/siwx")).verifySiwx(request),
    storage: localStorage,
    statement: "Sign in to the demo of wmodal.",
    expiresInMs: 86_400_000,
    required: false,
  })
