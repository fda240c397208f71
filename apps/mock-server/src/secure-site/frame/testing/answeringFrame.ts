import { Effect, Exit } from "effect"
import type { SiteAnswer } from "../../siteCalls.ts"
import { makeFrameSession } from "../answers/FrameSession.ts"
import { makeAnswers, type Theme } from "../answers/makeAnswers.ts"
import type { Approve, Question } from "../answers/Question.ts"
import { memoryStorage } from "./memoryStorage.ts"
import { scriptedSite } from "./scriptedSite.ts"

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

/** The frame's answers, before a server and a person who do as a test says. */
export const answeringFrame = Effect.fnUntraced(function* (chainId = "eip155:1") {
  const server = scriptedSite()
  const session = makeFrameSession({ storage: memoryStorage(), projectId: "p", origin, chainId })
  const questions: Question[] = []
  const themes: Theme[] = []
  const performing: number[] = []
  let ended = 0
  let approve: Approve = () => Effect.succeed(true)
  const { answers, checkSession } = yield* makeAnswers({
    site: server.site,
    session,
    origin,
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
    answers,
    checkSession,
    questions,
    themes,
    performing,
    ended: () => ended,
    approveBy: (by: Approve) => {
      approve = by
    },
    signIn: () => session.begin("token"),
    /** To be run as the bridge does: not interruptible but where the answer lets it. */
    request: (method: string, params: unknown, policy: "safe" | "unsafe") =>
      answers.RPC_REQUEST({ method, params, policy }).pipe(Effect.exit),
  }
})

/** Why it was refused. */
export const textOf = (exit: Exit.Exit<unknown, { readonly text: string }>) =>
  Exit.isFailure(exit)
    ? exit.cause.reasons.map((reason) => (reason._tag === "Fail" ? reason.error.text : reason._tag))
    : []

export const described = {
  title: "Send 1 ETH",
  lines: [{ label: "To", text: "0xb0b" }],
}
