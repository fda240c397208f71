import { getMethodPolicy } from "@wmodal/frame-rpc"
import * as z from "zod/mini"
import { decoded } from "../../http/decoded.ts"
import { openCalls, type SiteAnswer, type SiteCall, sessionCalls } from "../siteCalls.ts"
import { over } from "../social/Social.ts"
import type { Session } from "../users/Sessions.ts"
import type { UserAccount, UserWallet } from "../wallet/UserWallet.ts"
import { ended, type Site } from "./Site.ts"
import { SiteRefusal } from "./SiteRefusal.ts"

/** A call as it has come. */
export interface Asked {
  readonly site: Site
  readonly projectId: string
  /** The site's own, as the caller reached it, without a slash at its end. */
  readonly origin: string
  /** Aborted when who asked goes away, or the server ends. */
  readonly signal: AbortSignal
  /** The answer takes as long as somebody somewhere does: whoever reads the log does not wait for it. */
  readonly waits: () => void
}

/** What answers a call of that name, from its body as it has come. */
type Answer<Name extends SiteCall> = (
  body: unknown,
  asked: Asked,
  session: Session | null,
) => Promise<SiteAnswer<Name>> | SiteAnswer<Name>

/** A call that needs no session. */
const open =
  <Body extends z.ZodMiniType, A>(
    shape: Body,
    give: (body: z.output<Body>, asked: Asked, session: Session | null) => A,
  ) =>
  (body: unknown, asked: Asked, session: Session | null): A =>
    give(decoded("body", shape, body), asked, session)

/** A call of somebody who is signed in. */
const signedIn =
  <Body extends z.ZodMiniType, A>(
    shape: Body,
    give: (body: z.output<Body>, asked: Asked, session: Session) => A,
  ) =>
  (body: unknown, asked: Asked, session: Session | null): A => {
    if (session === null) throw ended()
    return give(decoded("body", shape, body), asked, session)
  }

export const answers: { readonly [Name in SiteCall]: Answer<Name> } = {
  "connect-email": open(openCalls["connect-email"].body, (attempt, { site, origin, projectId }, session) => ({
    action: site.emailSignIn.begin(attempt, session, (token) =>
      pageUrl(origin, "/verify-device", { projectId, token }),
    ),
  })),
  "connect-device": open(openCalls["connect-device"].body, async (attempt, { site, signal, waits }) => {
    waits()
    await site.emailSignIn.deviceConfirmed(attempt, signal)
    return {}
  }),
  "connect-otp": open(openCalls["connect-otp"].body, ({ otp, ...attempt }, { site }) => ({
    token: site.emailSignIn.finish(attempt, otp).token,
  })),
  "confirm-device": open(openCalls["confirm-device"].body, ({ token }, { site }) => ({
    email: site.emailSignIn.confirmDevice(token),
  })),
  "social-uri": open(openCalls["social-uri"].body, ({ provider, device }, { site, origin, projectId }) => ({
    uri: pageUrl(origin, `/social/${provider}`, { projectId, state: site.social.begin(provider, device) }),
  })),
  "social-result": open(openCalls["social-result"].body, ({ state, email }, { site, origin, projectId }) => {
    const { provider, code } = site.social.answer(state, email)
    return { resultUri: pageUrl(origin, `/social/${provider}/result`, { projectId, code }) }
  }),
  "connect-social": open(openCalls["connect-social"].body, ({ uri, device }, { site, origin }) => {
    const url = URL.parse(uri)
    if (url?.origin !== origin) throw over()
    const session = site.social.finish(url.searchParams.get("code") ?? "", device)
    const { email, username } = site.memberOf(session).user
    return { token: session.token, email, userName: username }
  }),
  "farcaster-uri": open(openCalls["farcaster-uri"].body, ({ device }, { site, origin, projectId }) => ({
    url: pageUrl(origin, "/farcaster", { projectId, channel: site.farcaster.begin(device) }),
  })),
  "connect-farcaster": open(
    openCalls["connect-farcaster"].body,
    async ({ device }, { site, signal, waits }) => {
      waits()
      const session = await site.farcaster.finish(device, signal)
      return { token: session.token, userName: site.memberOf(session).user.username ?? "" }
    },
  ),
  "farcaster-answer": open(openCalls["farcaster-answer"].body, (answer, { site }) => {
    site.farcaster.answer(answer.channel, answer.approve ? answer.userName : null)
    return {}
  }),
  "is-connected": open(openCalls["is-connected"].body, (_, __, session) => ({
    isConnected: session !== null,
  })),
  "sign-out": open(openCalls["sign-out"].body, (_, { site }, session) => {
    if (session !== null) site.sessions.end(session.token)
    return {}
  }),
  user: signedIn(sessionCalls.user.body, async ({ chainId, preferredAccountType }, { site }, session) => {
    const member = site.memberOf(session)
    const { email, username, provider } = member.user
    const wallet = await site.walletOf(member)
    const accounts = await accountsOn(wallet, chainId)
    const wanted = preferredAccountType ?? member.preferred ?? "smartAccount"
    const inUse = ofType(accounts, wanted) ?? ofType(accounts, "eoa")
    if (inUse === undefined) throw noAccount()
    const hasSmartAccount = ofType(accounts, "smartAccount") !== undefined
    return {
      email,
      userName: username,
      provider,
      address: inUse.address,
      chainId,
      accounts: [...accounts],
      preferredAccountType: inUse.type,
      smartAccountDeployed: hasSmartAccount && (await performed(() => wallet.smartAccountDeployed(chainId))),
    }
  }),
  networks: signedIn(sessionCalls.networks.body, async (_, { site }, session) => {
    const wallet = await site.walletOf(site.memberOf(session))
    return { smartAccountEnabledNetworks: [...wallet.smartAccountNetworks()] }
  }),
  prefer: signedIn(sessionCalls.prefer.body, async ({ type, chainId }, { site }, session) => {
    const member = site.memberOf(session)
    const wallet = await site.walletOf(member)
    const account = ofType(await accountsOn(wallet, chainId), type)
    if (account === undefined)
      throw new SiteRefusal({ status: 400, message: "This network has no smart accounts." })
    site.users.prefer(member.user.id, type)
    return { type, address: account.address }
  }),
  "update-email": signedIn(sessionCalls["update-email"].body, ({ email }, { site }, session) => ({
    action: site.emailChanges.begin(session, email),
  })),
  "update-email-primary": signedIn(
    sessionCalls["update-email-primary"].body,
    ({ otp }, { site }, session) => {
      site.emailChanges.confirmOld(session, otp)
      return {}
    },
  ),
  "update-email-secondary": signedIn(
    sessionCalls["update-email-secondary"].body,
    ({ otp }, { site }, session) => ({
      newEmail: site.emailChanges.confirmNew(session, otp),
    }),
  ),
  describe: signedIn(
    sessionCalls.describe.body,
    async ({ chainId, type, method, params }, { site }, session) => {
      allow("unsafe", method)
      const wallet = await site.walletOf(site.memberOf(session))
      const { title, lines } = await performed(() => wallet.describe({ chainId, type, method, params }))
      return { title, lines: lines.map(({ label, text }) => ({ label, text })) }
    },
  ),
  read: signedIn(sessionCalls.read.body, async ({ chainId, type, method, params }, { site }, session) => {
    allow("safe", method)
    const wallet = await site.walletOf(site.memberOf(session))
    return { result: await performed(() => wallet.read({ chainId, type, method, params })) }
  }),
  perform: signedIn(
    sessionCalls.perform.body,
    async ({ id, chainId, type, method, params }, { site }, session) => {
      allow("unsafe", method)
      const member = site.memberOf(session)
      const request = JSON.stringify([chainId, type, method, params])
      return {
        result: await session.performed.once(id, request, async () => {
          const wallet = await site.walletOf(member)
          return performed(() => wallet.perform({ chainId, type, method, params }))
        }),
      }
    },
  ),
  abort: signedIn(sessionCalls.abort.body, ({ id }, _, session) => ({
    aborted: session.performed.abort(id),
  })),
}

const pageUrl = (origin: string, path: string, query: Readonly<Record<string, string>>): string =>
  `${origin}${path}?${new URLSearchParams(query)}`

const accountsOn = async (wallet: UserWallet, chainId: string) => {
  if (!wallet.networks().includes(chainId)) throw noAccount()
  return performed(() => wallet.accounts(chainId))
}

const noAccount = () =>
  new SiteRefusal({ status: 400, message: "The wallet cannot be used on this network." })

const ofType = (accounts: readonly UserAccount[], type: UserAccount["type"]) =>
  accounts.find((account) => account.type === type)

/** @throws SiteRefusal for a method of another kind: what is to be approved is not read, and nothing else is done. */
const allow = (kind: "safe" | "unsafe", method: string): void => {
  if (getMethodPolicy(method) === kind) return
  throw new SiteRefusal({ status: 403, message: "Requested RPC call is not allowed" })
}

/** A wallet's own error, as EIP-1193 has it. */
const WalletError = z.object({ code: z.int(), message: z.string().check(z.minLength(1)) })

/** @throws SiteRefusal where the wallet says no. */
const performed = async <A>(work: () => Promise<A>): Promise<A> => {
  try {
    return await work()
  } catch (error) {
    const { success, data } = z.safeParse(WalletError, error)
    if (!success) throw error
    throw new SiteRefusal({ status: 400, message: data.message, code: data.code })
  }
}
