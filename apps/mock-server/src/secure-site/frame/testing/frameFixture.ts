import { Effect, Exit } from "effect"
import type { SiteAnswer } from "../../siteCalls.ts"
import type { ApprovalPrompt, Approve } from "../wallet/ApprovalPrompt.ts"
import type { AskCode } from "../wallet/CodePrompt.ts"
import { makeFrameSession } from "../wallet/FrameSession.ts"
import { makeWalletHandlers, type Theme } from "../wallet/makeWalletHandlers.ts"
import { makeMemoryStorage } from "./memoryStorage.ts"
import { makeScriptedSite } from "./scriptedSite.ts"

export const origin = "https://app.example"
export const user: SiteAnswer<"user"> = {
  email: "vera@example.com",
  userName: null,
  provider: "email",
  address: "0xsmart",
  chainId: "eip155:1",
  accounts: [
    { address: "0xkey", type: "eoa" },
    { address: "0xsmart", type: "smartAccount" },
  ],
  preferredAccountType: "smartAccount",
  smartAccountDeployed: false,
}

/** Creates the frame's handlers with a scripted server and user. */
export const makeFrameFixture = Effect.fnUntraced(function* (chainId = "eip155:1", askCode?: AskCode) {
  const server = makeScriptedSite()
  const session = makeFrameSession({ storage: makeMemoryStorage(), projectId: "p", origin, chainId })
  const questions: ApprovalPrompt[] = []
  const themes: Theme[] = []
  const performing: number[] = []
  let ended = 0
  let approve: Approve = () => Effect.succeed(true)
  const { handlers, checkSession } = yield* makeWalletHandlers({
    site: server.site,
    session,
    key: Effect.succeed({ publicKey: "key", sign: (text) => Effect.succeed(`signed ${text}`) }),
    place: { site: "https://site.example", projectId: "p", origin },
    askCode,
    approve: (question) => {
      questions.push(question)
      return approve(question)
    },
    themed: (theme) => themes.push(theme),
    performing: (count) => performing.push(count),
    sessionEnded: () => {
      ended += 1
    },
  })
  return {
    ...server,
    session,
    answers: handlers,
    checkSession,
    questions,
    themes,
    performing,
    ended: () => ended,
    approveBy: (by: Approve) => {
      approve = by
    },
    signIn: () => session.begin("token"),
    /** Runs a request like the bridge does: uninterruptible except where the handler allows interruption. */
    request: (method: string, params: unknown, policy: "safe" | "unsafe") =>
      handlers.RPC_REQUEST({ method, params, policy }).pipe(Effect.exit),
  }
})

/** Returns the text of a failed request. */
export const getErrorText = (exit: Exit.Exit<unknown, { readonly text: string }>) =>
  Exit.isFailure(exit)
    ? exit.cause.reasons.map((reason) => (reason._tag === "Fail" ? reason.error.text : reason._tag))
    : []

export const requestDescription = {
  id: "request",
  title: "Send 1 ETH",
  lines: [{ label: "To", text: "0xb0b" }],
  acts: [],
}
