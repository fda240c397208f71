import { getMethodPolicy } from "@wmodal/frame-rpc"
import * as z from "zod/mini"
import { decodePart } from "../../http/decodePart.ts"
import { getApprovalText, openCalls, type SiteAnswer, type SiteCall, sessionCalls } from "../siteCalls.ts"
import { socialSignInExpired } from "../social/SocialSignIn.ts"
import type { UserSession } from "../users/UserSessions.ts"
import type { UserAccount, UserWallet } from "../wallet/UserWallet.ts"
import { isApprovedBy } from "./isApprovedBy.ts"
import { type Site, sessionEnded } from "./Site.ts"
import { SiteRejection } from "./SiteRejection.ts"

/** The context of a received call. */
export interface SiteCallContext {
  readonly site: Site
  readonly projectId: string
  /** The site's own origin as the caller reached it, without a trailing slash. */
  readonly origin: string
  /** Whether the caller declares itself as a client without a browser. */
  readonly isTerminal: boolean
  /** The network address of the caller; `null` if it is unknown. */
  readonly peer: string | null
  /** Aborted when the caller disconnects or the server closes. */
  readonly signal: AbortSignal
  /** Excludes the call from the log's pending responses, because it waits for a user. */
  readonly waits: () => void
}

/** Handles a call from its undecoded body. */
type SiteCallHandler<Name extends SiteCall> = (
  body: unknown,
  asked: SiteCallContext,
  session: UserSession | null,
) => Promise<SiteAnswer<Name>> | SiteAnswer<Name>

/** Defines a call without a session. */
const publicCall =
  <Body extends z.ZodMiniType, A>(
    shape: Body,
    give: (body: z.output<Body>, asked: SiteCallContext, session: UserSession | null) => A,
  ) =>
  (body: unknown, asked: SiteCallContext, session: UserSession | null): A =>
    give(decodePart("body", shape, body), asked, session)

/** Defines a call of a signed-in user. */
const sessionCall =
  <Body extends z.ZodMiniType, A>(
    shape: Body,
    give: (body: z.output<Body>, asked: SiteCallContext, session: UserSession) => A,
  ) =>
  (body: unknown, asked: SiteCallContext, session: UserSession | null): A => {
    if (session === null) throw sessionEnded()
    return give(decodePart("body", shape, body), asked, session)
  }

export const siteCallHandlers: { readonly [Name in SiteCall]: SiteCallHandler<Name> } = {
  "connect-email": publicCall(
    openCalls["connect-email"].body,
    ({ inFrame = false, requester, ...attempt }, asked, session) => {
      const { site, origin, projectId } = asked
      requireAdmitted(asked, requester.origin)
      return {
        action: site.emailSignIn.begin(
          attempt,
          { ...requester, codeSite: inFrame ? origin : null, peer: asked.peer },
          session,
          (token) => makePageUrl(origin, "/verify-device", { projectId, token }),
        ),
      }
    },
  ),
  "connect-device": publicCall(openCalls["connect-device"].body, async (attempt, { site, signal, waits }) => {
    waits()
    await site.emailSignIn.deviceConfirmed(attempt, signal)
    return {}
  }),
  "connect-otp": publicCall(openCalls["connect-otp"].body, ({ otp, ...attempt }, { site }) => ({
    token: site.emailSignIn.finish(attempt, otp).token,
  })),
  "requester-of": publicCall(openCalls["requester-of"].body, ({ token }, { site }) => {
    const requester =
      site.emailSignIn.requesterOf(token) ??
      site.social.requesterOf(token) ??
      site.farcaster.requesterOf(token)
    if (requester === undefined) throw socialSignInExpired()
    return { origin: requester.origin }
  }),
  "confirm-device": publicCall(openCalls["confirm-device"].body, ({ token }, { site }) => ({
    email: site.emailSignIn.confirmDevice(token),
  })),
  "social-uri": publicCall(openCalls["social-uri"].body, ({ provider, device, requester }, asked) => {
    const { site, origin, projectId } = asked
    requireAdmitted(asked, requester.origin)
    const state = site.social.begin(provider, device, requester)
    return { uri: makePageUrl(origin, `/social/${provider}`, { projectId, state }) }
  }),
  "social-result": publicCall(
    openCalls["social-result"].body,
    ({ state, email }, { site, origin, projectId }) => {
      const { provider, code, origin: deliverTo } = site.social.answer(state, email)
      return {
        resultUri: makePageUrl(origin, `/social/${provider}/result`, { projectId, code }),
        origin: deliverTo,
      }
    },
  ),
  "connect-social": publicCall(openCalls["connect-social"].body, ({ uri, device }, { site, origin }) => {
    const url = URL.parse(uri)
    if (url?.origin !== origin) throw socialSignInExpired()
    const session = site.social.finish(url.searchParams.get("code") ?? "", device)
    const { email, username } = site.requireUserRecord(session).user
    return { token: session.token, email, userName: username }
  }),
  "farcaster-uri": publicCall(openCalls["farcaster-uri"].body, ({ device, requester }, asked) => {
    const { site, origin, projectId } = asked
    requireAdmitted(asked, requester.origin)
    const channel = site.farcaster.begin(device, requester)
    return { url: makePageUrl(origin, "/farcaster", { projectId, channel }) }
  }),
  "connect-farcaster": publicCall(
    openCalls["connect-farcaster"].body,
    async ({ device }, { site, signal, waits }) => {
      waits()
      const session = await site.farcaster.finish(device, signal)
      return { token: session.token, userName: site.requireUserRecord(session).user.username ?? "" }
    },
  ),
  "farcaster-answer": publicCall(openCalls["farcaster-answer"].body, (answer, { site }) => {
    site.farcaster.answer(answer.channel, answer.approve ? answer.userName : null)
    return {}
  }),
  "is-connected": publicCall(openCalls["is-connected"].body, ({ key }, _, session) => ({
    isConnected: session !== null && (key ?? session.requester.key) === session.requester.key,
  })),
  "sign-out": publicCall(openCalls["sign-out"].body, (_, { site }, session) => {
    if (session !== null) site.sessions.end(session.token)
    return {}
  }),
  user: sessionCall(sessionCalls.user.body, async ({ chainId, preferredAccountType }, { site }, session) => {
    const member = site.requireUserRecord(session)
    const { email, username, provider } = member.user
    const wallet = await site.getWallet(member)
    const accounts = await getAccounts(wallet, chainId)
    const wanted = preferredAccountType ?? member.preferred ?? "smartAccount"
    const inUse = findByType(accounts, wanted) ?? findByType(accounts, "eoa")
    if (inUse === undefined) throw noAccountError()
    const hasSmartAccount = findByType(accounts, "smartAccount") !== undefined
    return {
      email,
      userName: username,
      provider,
      address: inUse.address,
      chainId,
      accounts: [...accounts],
      preferredAccountType: inUse.type,
      smartAccountDeployed: hasSmartAccount && (await perform(() => wallet.smartAccountDeployed(chainId))),
    }
  }),
  networks: sessionCall(sessionCalls.networks.body, async (_, { site }, session) => {
    const wallet = await site.getWallet(site.requireUserRecord(session))
    return { smartAccountEnabledNetworks: [...wallet.smartAccountNetworks()] }
  }),
  prefer: sessionCall(sessionCalls.prefer.body, async ({ type, chainId }, { site }, session) => {
    const member = site.requireUserRecord(session)
    const wallet = await site.getWallet(member)
    const account = findByType(await getAccounts(wallet, chainId), type)
    if (account === undefined)
      throw new SiteRejection({ status: 400, message: "This network has no smart accounts." })
    site.users.setPreferredAccount(member.user.id, type)
    return { type, address: account.address }
  }),
  "update-email": sessionCall(
    sessionCalls["update-email"].body,
    ({ email, inFrame = false }, { origin, peer, site }, session) => ({
      action: site.emailChanges.begin(session, email, { codeSite: inFrame ? origin : null, peer }),
    }),
  ),
  "update-email-primary": sessionCall(
    sessionCalls["update-email-primary"].body,
    ({ otp }, { site }, session) => {
      site.emailChanges.confirmOld(session, otp)
      return {}
    },
  ),
  "update-email-secondary": sessionCall(
    sessionCalls["update-email-secondary"].body,
    ({ otp }, { site }, session) => ({
      newEmail: site.emailChanges.confirmNew(session, otp),
    }),
  ),
  describe: sessionCall(
    sessionCalls.describe.body,
    async ({ chainId, type, method, params }, asked, session) => {
      const { site } = asked
      requireMethodKind("unsafe", method)
      requireAdmitted(asked, session.requester.origin)
      const wallet = await site.getWallet(site.requireUserRecord(session))
      const { acts, title, lines } = await perform(() =>
        wallet.describe({ chainId, type, method, params }, session.requester.origin),
      )
      return {
        id: session.requests.add(JSON.stringify([chainId, type, method, params])),
        title,
        lines: lines.map(({ label, text }) => ({ label, text })),
        acts: acts.map(({ check, text, title }) => ({ title, text, check })),
      }
    },
  ),
  read: sessionCall(sessionCalls.read.body, async ({ chainId, type, method, params }, { site }, session) => {
    requireMethodKind("safe", method)
    const wallet = await site.getWallet(site.requireUserRecord(session))
    return { result: await perform(() => wallet.read({ chainId, type, method, params })) }
  }),
  perform: sessionCall(
    sessionCalls.perform.body,
    async ({ id, approval, chainId, type, method, params }, asked, session) => {
      const { site, origin, projectId } = asked
      requireMethodKind("unsafe", method)
      requireAdmitted(asked, session.requester.origin)
      const text = getApprovalText({
        site: origin,
        projectId,
        token: session.token,
        origin: session.requester.origin,
        id,
        call: { chainId, type, method, params },
      })
      if (!(await isApprovedBy(session.requester.key, text, approval))) throw notApproved()
      const member = site.requireUserRecord(session)
      const request = JSON.stringify([chainId, type, method, params])
      return {
        result: await session.requests.runOnce(id, request, async () => {
          const wallet = await site.getWallet(member)
          return perform(() => wallet.perform({ chainId, type, method, params }, session.requester.origin))
        }),
      }
    },
  ),
  abort: sessionCall(sessionCalls.abort.body, ({ id }, _, session) => ({
    aborted: session.requests.abort(id),
  })),
}

/** @throws SiteRejection for a requester that the world's list of origins does not admit */
const requireAdmitted = ({ site, origin, isTerminal }: SiteCallContext, requester: string | null): void => {
  // A terminal has no origin, and does not act for a page.
  if ((requester === null) !== isTerminal)
    throw new SiteRejection({ status: 403, message: "Only this wallet's own window may act for a page." })
  site.origins.check(requester, origin)
}

const notApproved = () =>
  new SiteRejection({ status: 403, message: "The wallet's own window did not approve this request." })

const makePageUrl = (origin: string, path: string, query: Readonly<Record<string, string>>): string =>
  `${origin}${path}?${new URLSearchParams(query)}`

const getAccounts = async (wallet: UserWallet, chainId: string) => {
  if (!wallet.networks().includes(chainId)) throw noAccountError()
  return perform(() => wallet.accounts(chainId))
}

const noAccountError = () =>
  new SiteRejection({ status: 400, message: "The wallet cannot be used on this network." })

const findByType = (accounts: readonly UserAccount[], type: UserAccount["type"]) =>
  accounts.find((account) => account.type === type)

/** Checks the kind of a method. @throws SiteRejection for a method of another kind: unsafe methods are not read, safe ones not performed. */
const requireMethodKind = (kind: "safe" | "unsafe", method: string): void => {
  if (getMethodPolicy(method) === kind) return
  throw new SiteRejection({ status: 403, message: "Requested RPC call is not allowed" })
}

/** A wallet error as in EIP-1193. */
const WalletError = z.object({ code: z.int(), message: z.string().check(z.minLength(1)) })

/** Performs wallet work. @throws SiteRejection when the wallet rejects */
const perform = async <A>(work: () => Promise<A>): Promise<A> => {
  try {
    return await work()
  } catch (error) {
    const { success, data } = z.safeParse(WalletError, error)
    if (!success) throw error
    throw new SiteRejection({ status: 400, message: data.message, code: data.code })
  }
}
