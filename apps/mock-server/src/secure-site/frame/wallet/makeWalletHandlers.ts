import { sanitizeLine } from "@wmodal/chains"
import type { PayloadOf } from "@wmodal/frame-rpc"
import { type AllFrameHandlers, FrameRefusal } from "@wmodal/frame-rpc/frame"
import { Effect, Exit, Fiber, Schedule, type Scope } from "effect"
import {
  type ApprovalSubject,
  getApprovalText,
  type SiteAnswer,
  type SiteBody,
  type SiteCall,
} from "../../siteCalls.ts"
import type { ApprovalKey, KeyUnavailable } from "./ApprovalKey.ts"
import type { ApprovalRequester, Approve } from "./ApprovalPrompt.ts"
import type { AskCode } from "./CodePrompt.ts"
import { toCaipChainId, toWireChainId } from "./chainId.ts"
import type { FrameSession } from "./FrameSession.ts"
import { makeAbortGroup } from "./makeAbortGroup.ts"
import type { SiteApi, SiteError } from "./SiteApi.ts"
import { findPromptProblem, toApprovalPrompt } from "./toApprovalPrompt.ts"

export type Theme = PayloadOf<"SYNC_THEME">
type PreferredAccountType = SiteAnswer<"user">["preferredAccountType"]

export interface WalletHandlersOptions {
  readonly site: SiteApi
  readonly session: FrameSession
  readonly approve: Approve
  /** Asks for a code in the frame. Absent where the frame has no screen. */
  readonly askCode?: AskCode | undefined
  /** The key that signs what the user approves. */
  readonly key: Effect.Effect<ApprovalKey, KeyUnavailable>
  /** The site, its world, and the requesting page's origin as reported by the browser; `null` in a terminal. */
  readonly place: Pick<ApprovalSubject, "site" | "projectId" | "origin">
  readonly themed: (theme: Theme) => void
  /** Called with the number of approved requests that are not completed. */
  readonly performing: (count: number) => void
  /** Called when the session was ended remotely. */
  readonly sessionEnded: () => void
}

/** The frame's request handlers, and a check of its session. */
export interface WalletHandlers {
  readonly handlers: AllFrameHandlers
  /** Ends the local session when the server has ended it, and reports sessions that another tab ended or began. */
  readonly checkSession: Effect.Effect<void>
}

/** The retries for a lost result. The server performs a request with the same ID once. */
const resultRetrySchedule = Schedule.min([Schedule.exponential("500 millis"), Schedule.spaced("10 seconds")])

/**
 * Creates the handlers for the lifetime of the scope. A handler is interruptible until something is signed, even if its
 * caller is not. A request that can no longer be cancelled responds with its result.
 */
export const makeWalletHandlers = Effect.fnUntraced(function* ({
  approve,
  askCode,
  key,
  performing,
  place,
  session,
  sessionEnded,
  site,
  themed,
}: WalletHandlersOptions): Effect.fn.Return<WalletHandlers, never, Scope.Scope> {
  const scope = yield* Effect.scope
  const { origin } = place
  let asker: ApprovalRequester = { name: "", origin }
  /** The selected account type by network. */
  const types = new Map<string, PreferredAccountType>()
  let performed = 0
  /** Everything that waits for the user. */
  const prompts = makeAbortGroup()
  /** The session's pending calls. */
  const calls = makeAbortGroup()
  /** The token of the session in the last response to the page. Another tab may end it or begin its own. */
  let known: string | null = null

  const isOtherwise = () => known !== null && session.token() !== known
  /** Resets the page's state, which differs from the session. */
  const otherwise = () => {
    known = null
    types.clear()
    prompts.abort()
    sessionEnded()
  }
  const ended = (token: string) => {
    types.clear()
    if (session.end(token)) otherwise()
  }
  const refusalOf = ({ message }: SiteError | KeyUnavailable) => new FrameRefusal({ text: message })

  const ownKey = key.pipe(Effect.mapError(refusalOf))
  const requester = Effect.map(ownKey, ({ publicKey }) => ({ key: publicKey, origin }))

  /** Calls the server without a session. */
  const ask = <Name extends SiteCall>(name: Name, body: SiteBody<Name>) =>
    site.call(name, body, session.token()).pipe(Effect.mapError(refusalOf), Effect.interruptible)

  const asUser = <Name extends SiteCall>(token: string, name: Name, body: SiteBody<Name>) =>
    site.call(name, body, token).pipe(
      Effect.tapError(({ reason }) =>
        Effect.sync(() => {
          if (reason._tag === "Refused" && reason.status === 401) ended(token)
        }),
      ),
    )

  const signedIn = Effect.suspend(() => {
    const token = session.token()
    return token === null ? failWithText("Not signed in") : Effect.succeed(token)
  })

  /** Calls the server with a session's token, until the user signs out. */
  const asThem = <Name extends SiteCall>(token: string, name: Name, body: SiteBody<Name>) =>
    calls.untilAborted(asUser(token, name, body).pipe(Effect.mapError(refusalOf)))
  const own = <Name extends SiteCall>(name: Name, body: SiteBody<Name>) =>
    signedIn.pipe(Effect.flatMap((token) => asThem(token, name, body)))

  const lastEmail = Effect.suspend(() => {
    const email = session.email()
    return email === null ? failWithText("Request a code first") : Effect.succeed(email)
  })

  let attempts = 0
  /** Starts a sign-in or sign-out and supersedes the earlier one, whose late result is cancelled. */
  const attempt = () => {
    attempts += 1
    const mine = attempts
    const isLast = () => mine === attempts
    return {
      isLast,
      begin: (token: string) =>
        Effect.suspend(() => {
          if (!isLast())
            return Effect.andThen(
              Effect.forkIn(Effect.ignore(site.call("sign-out", {}, token)), scope),
              failWithText("This sign-in was replaced by a newer one"),
            )
          types.clear()
          session.begin(token)
          known = token
          return Effect.void
        }),
    }
  }
  const end = (token: string) => {
    session.end(token)
    known = null
  }

  const userOn = Effect.fnUntraced(function* (chainId: string, preferred: PreferredAccountType | null) {
    const user = yield* own("user", {
      chainId,
      ...(preferred !== null && { preferredAccountType: preferred }),
    })
    types.set(chainId, user.preferredAccountType)
    return user
  })

  /** Makes a network active if the wallet supports it. */
  const moveTo = (chainId: string, preferred: PreferredAccountType | null) =>
    userOn(chainId, preferred).pipe(Effect.tap(() => Effect.sync(() => session.setChain(chainId))))

  const knownChain = (chainId: string | number) => {
    const known = toCaipChainId(chainId)
    return known === null || !/^(eip155|solana):/.test(known)
      ? failWithText("This wallet does not support the network")
      : Effect.succeed(known)
  }

  /** Signs and performs an approved request. Cancellation after the approval has no effect: the response is the result. */
  const perform = (token: string, { id, ...call }: Omit<SiteBody<"perform">, "approval">) =>
    Effect.acquireUseRelease(
      Effect.sync(() => performing(++performed)),
      () =>
        ownKey.pipe(
          Effect.flatMap(({ sign }) => sign(getApprovalText({ ...place, token, id, call }))),
          Effect.flatMap((approval) =>
            asUser(token, "perform", { ...call, id, approval }).pipe(
              Effect.retry({
                schedule: resultRetrySchedule,
                while: ({ reason }) => reason._tag !== "Refused",
              }),
              Effect.mapError(refusalOf),
            ),
          ),
          Effect.interruptible,
          Effect.forkIn(scope),
          Effect.flatMap(Fiber.await),
          // When the frame itself ends, the outcome is unknown, so the request is not reported as aborted.
          Effect.flatMap((exit) => (Exit.hasInterrupts(exit) ? Effect.never : exit)),
        ),
      () => Effect.sync(() => performing(--performed)),
    ).pipe(Effect.uninterruptible)

  const request = Effect.fnUntraced(function* ({
    method,
    params,
    policy,
  }: PayloadOf<"RPC_REQUEST"> & { readonly policy: "safe" | "unsafe" }) {
    if (isOtherwise()) {
      otherwise()
      return yield* failWithText("Request was aborted")
    }
    const token = yield* signedIn
    known = token
    const chainId = session.chainFor(method.startsWith("solana_") ? "solana" : "eip155")
    const type = types.get(chainId) ?? (yield* userOn(chainId, null)).preferredAccountType
    const call = { chainId, type, method, params }
    if (policy === "safe") return (yield* asThem(token, "read", call)).result
    const { acts, id, lines, title } = yield* asThem(token, "describe", call)
    // Users cannot approve a prompt that is not shown.
    const described = { title, lines, acts, method, chainId, asker }
    const problem = findPromptProblem(described)
    if (problem !== null) return yield* failWithText(problem)
    const question = toApprovalPrompt(described)
    if (!(yield* prompts.untilAborted(approve(question))))
      return yield* failWithText("User rejected the request.")
    return (yield* perform(token, { ...call, id })).result
  })

  const connectEmail = (email: string, inFrame: boolean) =>
    Effect.flatMap(requester, (requester) =>
      ask("connect-email", { email, device: session.device, requester, ...(inFrame && { inFrame }) }),
    )

  /** The address of the email change that began last. */
  let newEmail = ""
  const updateEmail = (email: string, inFrame: boolean) =>
    own("update-email", { email, ...(inFrame && { inFrame }) })

  const answers: AllFrameHandlers = {
    CONNECT_EMAIL: Effect.fnUntraced(function* ({ email, inFrame }) {
      const { isLast } = attempt()
      const takesCode = inFrame === true && askCode !== undefined
      const answer = yield* connectEmail(email, takesCode)
      if (isLast()) session.setEmail(email)
      return takesCode ? { ...answer, inFrame: true } : answer
    }),
    CONNECT_DEVICE: () =>
      lastEmail.pipe(
        Effect.flatMap((email) => ask("connect-device", { email, device: session.device })),
        Effect.as(undefined),
        prompts.untilAborted,
      ),
    CONNECT_OTP: Effect.fnUntraced(function* ({ inFrame, otp }) {
      const { begin } = attempt()
      const email = yield* lastEmail
      const check = (typed: string) => ask("connect-otp", { email, device: session.device, otp: typed })
      const { token } =
        inFrame === true && askCode !== undefined
          ? yield* prompts.untilAborted(askCode({ email, asker, check, resend: connectEmail(email, true) }))
          : yield* check(otp)
      yield* begin(token)
      return undefined
    }),
    GET_SOCIAL_REDIRECT_URI: Effect.fnUntraced(function* ({ provider }) {
      return yield* ask("social-uri", { provider, device: session.device, requester: yield* requester })
    }),
    CONNECT_SOCIAL: Effect.fnUntraced(function* ({ uri }) {
      const { begin } = attempt()
      const { email, token, userName } = yield* ask("connect-social", { uri, device: session.device })
      yield* begin(token)
      const { accounts, address, chainId } = yield* userOn(session.chain(), null)
      return { email, userName, accounts, address, chainId: toWireChainId(chainId) }
    }),
    GET_FARCASTER_URI: () =>
      Effect.flatMap(requester, (requester) => ask("farcaster-uri", { device: session.device, requester })),
    CONNECT_FARCASTER: () =>
      Effect.suspend(() => {
        const { begin } = attempt()
        return ask("connect-farcaster", { device: session.device }).pipe(
          Effect.flatMap(({ token, userName }) => Effect.as(begin(token), { userName })),
          prompts.untilAborted,
        )
      }),
    GET_USER: Effect.fnUntraced(function* (payload) {
      const chainId = yield* knownChain(payload?.chainId ?? session.chain())
      const preferred = payload?.preferredAccountType
      const isKind = preferred === "eoa" || preferred === "smartAccount"
      const user = yield* moveTo(chainId, isKind ? preferred : null)
      return {
        email: user.email,
        address: user.address,
        chainId: toWireChainId(user.chainId),
        smartAccountDeployed: user.smartAccountDeployed,
        accounts: user.accounts,
        preferredAccountType: user.preferredAccountType,
      }
    }),
    SWITCH_NETWORK: Effect.fnUntraced(function* ({ chainId }) {
      const known = yield* knownChain(chainId)
      // Only a signed-in user's wallet can report whether it supports the network.
      if (session.token() === null) session.setChain(known)
      else yield* moveTo(known, null)
      return { chainId: toWireChainId(known) }
    }),
    GET_CHAIN_ID: () => Effect.sync(() => ({ chainId: toWireChainId(session.chain()) })),
    IS_CONNECTED: Effect.fnUntraced(function* () {
      const token = session.token()
      known = token
      if (token === null) return { isConnected: false }
      // A browser that has lost the key cannot approve anything: its user signs in again.
      const { isConnected } = yield* ask("is-connected", { key: (yield* ownKey).publicKey })
      if (!isConnected) end(token)
      return { isConnected }
    }),
    SIGN_OUT: Effect.fnUntraced(function* () {
      attempt()
      const token = session.token()
      if (token === null) return undefined
      // The server would reject pending calls with 401, which the browser logs as an error.
      calls.abort()
      yield* ask("sign-out", {})
      types.clear()
      end(token)
      prompts.abort()
      return undefined
    }),
    GET_SMART_ACCOUNT_ENABLED_NETWORKS: () => own("networks", {}),
    // The first operation of a smart account deploys it.
    INIT_SMART_ACCOUNT: () => signedIn.pipe(Effect.as(undefined)),
    SET_PREFERRED_ACCOUNT: Effect.fnUntraced(function* ({ type }) {
      if (type !== "eoa" && type !== "smartAccount") return yield* failWithText("Unknown account type")
      const chosen = yield* own("prefer", { type, chainId: session.chain() })
      types.clear()
      return chosen
    }),
    UPDATE_EMAIL: Effect.fnUntraced(function* ({ email, inFrame }) {
      const takesCode = inFrame === true && askCode !== undefined
      newEmail = email
      const answer = yield* updateEmail(email, takesCode)
      return takesCode ? { ...answer, inFrame: true } : answer
    }),
    UPDATE_EMAIL_PRIMARY_OTP: Effect.fnUntraced(function* ({ inFrame, otp }) {
      const check = (typed: string) => own("update-email-primary", { otp: typed })
      if (inFrame !== true || askCode === undefined) yield* check(otp)
      else {
        const { email } = yield* userOn(session.chain(), null)
        const resend = updateEmail(newEmail, true)
        yield* prompts.untilAborted(askCode({ email: email ?? "", asker, check, resend }))
      }
      return undefined
    }),
    UPDATE_EMAIL_SECONDARY_OTP: ({ inFrame, otp }) => {
      const check = (typed: string) => own("update-email-secondary", { otp: typed })
      return inFrame !== true || askCode === undefined
        ? check(otp)
        : prompts.untilAborted(askCode({ email: newEmail, asker, check, resend: noSecondCode }))
    },
    SYNC_THEME: (theme) => Effect.sync(() => themed(theme)).pipe(Effect.as(undefined)),
    SYNC_DAPP_DATA: ({ metadata }) =>
      Effect.sync(() => {
        asker = { name: sanitizeLine(metadata?.name ?? "", 60), origin }
      }).pipe(Effect.as(undefined)),
    RELOAD: () => Effect.sync(prompts.abort).pipe(Effect.as(undefined)),
    RPC_REQUEST: request,
  }

  return {
    handlers: answers,
    checkSession: Effect.suspend(() => {
      const token = session.token()
      if (isOtherwise()) return Effect.sync(otherwise)
      if (token === null) return Effect.void
      return site.call("is-connected", {}, token).pipe(
        Effect.map(({ isConnected }) => {
          if (!isConnected) ended(token)
        }),
        // The next request reports the error.
        Effect.ignore,
      )
    }),
  }
})

/** Another code for the new address would first need one for the current address. */
const noSecondCode = Effect.suspend(() =>
  failWithText("Cancel, and change the email again for another code."),
)

const failWithText = (text: string) => Effect.fail(new FrameRefusal({ text }))
