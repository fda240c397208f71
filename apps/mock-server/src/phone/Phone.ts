import { answerOverRelay, describeRequest, makeTestSigner } from "@wmodal/dev-wallet"
import { makeTestBitcoinSigner } from "@wmodal/dev-wallet/bitcoin"
import { makeTestPolkadotSigner } from "@wmodal/dev-wallet/polkadot"
import { makeTestSolanaSigner } from "@wmodal/dev-wallet/solana"
import { type CaipNetworkId, toNamespace } from "@wmodal/protocol"
import { mainnet } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import type { Sleep } from "../faults/applyFault.ts"
import { PhoneOffline } from "./PhoneOffline.ts"
import { makePhonePrompts } from "./PhonePrompts.ts"
import type { PhonePolicy, PhoneState } from "./PhoneState.ts"
import { makeProposals, type Proposals } from "./pairing/Proposals.ts"
import { makePhoneSessions, type PhoneSessions } from "./session/PhoneSessions.ts"
import { makePhoneWallet } from "./wallet/PhoneWallet.ts"
import type { FetchHandler } from "./wallet/WorldNodes.ts"

/** Milliseconds within which a reachable relay responds. */
const relayTimeoutMs = 10_000

/** A wallet on a phone, with its owner's actions. */
export interface Phone {
  readonly state: () => PhoneState
  /** Subscribes to changes. Returns a function that ends the subscription. */
  readonly subscribe: (listener: () => void) => () => void
  /** Scans a link. Completes when the dApp at its other end has proposed a session. @throws PairingRejected */
  readonly pair: (uri: string) => Promise<void>
  readonly setPolicy: (policy: PhonePolicy) => void
  readonly setSmartAccount: (can: boolean) => void
  /** Sets whether it signs dApps in with the prompt to connect, for later links. */
  readonly setOneClick: (can: boolean) => void
  /** Sets the real wallet whose codes and texts it answers later requests with; `null` for its own. */
  readonly setProfile: (name: string | null) => void
  /** Responds to the prompt of that ID, or to the oldest. Returns false when there is none. */
  readonly answer: (id: string | undefined, approve: boolean) => boolean
  /** Switches the network and notifies every dApp. Returns false for an unknown network. @throws PhoneOffline */
  readonly switchTo: (chainId: string) => Promise<boolean>
  /** Ends the session of that topic, or all. Returns false when there is none. @throws PhoneOffline */
  readonly disconnect: (topic: string | undefined) => Promise<boolean>
}

export interface PhoneOptions {
  readonly projectId: string
  /** The server's endpoints. */
  readonly ask: FetchHandler
  /** Base URLs of the server and of its relay. */
  readonly urls: { readonly http: string; readonly relay: string }
  readonly sleep: Sleep
  /** UTC milliseconds. */
  readonly now: () => number
  /** Aborted when the world ends. */
  readonly ended: AbortSignal
}

/** Creates a phone. Its socket opens with the first link that it scans. */
export const makePhone = ({ ask, ended, now, projectId, sleep, urls }: PhoneOptions): Phone => {
  const listeners = new Set<() => void>()
  const changed = () => {
    for (const listener of listeners) listener()
  }
  const questions = makePhonePrompts({ sleep, now, changed })
  let oneClick = true
  let profile: string | null = null
  let network: CaipNetworkId = mainnet.caipNetworkId
  /** `null` until the relay connection is open. */
  let sessions: PhoneSessions | null = null
  let reached = () => Promise.resolve()

  const evmKey = makeTestSigner(0)
  const wallet = makePhoneWallet({
    // The keys of the world's first account on each chain.
    keys: {
      evm: evmKey,
      solana: makeTestSolanaSigner(0),
      bitcoin: makeTestBitcoinSigner(0),
      polkadot: makeTestPolkadotSigner(0),
    },
    projectId,
    ask,
    blockchain: urls.http,
    approve: async (request, signal) => {
      const { lines, title } = describeRequest(request)
      const question = {
        kind: "request" as const,
        title,
        peer: sessions?.peer(request.origin) ?? { name: "", url: "" },
        lines: lines.map(({ label, text }) => `${label}: ${text}`),
      }
      return (await questions.ask(question, signal)) === "approve" ? "approve" : "decline"
    },
  })

  const goTo = (chainId: string): boolean => {
    const found = wallet.networks().find((one) => one.chainId === chainId)
    if (found === undefined) return false
    network = found.chainId
    changed()
    return true
  }

  /** Loads the client on first use, because it is large and most worlds have no phone in use. */
  const open = async (): Promise<Proposals> => {
    const { openPhoneClient } = await import("./session/openPhoneClient.ts")
    const { client, close, waitForRelay: online } = await openPhoneClient(projectId, urls.relay)
    reached = online
    if (ended.aborted) await close()
    ended.addEventListener("abort", close)
    const own = makePhoneSessions({
      client,
      changed,
      getAddress: wallet.getAddress,
      forget: wallet.forget,
      answer: (request) =>
        answerOverRelay(
          profile,
          { namespace: toNamespace(request.chainId), method: request.method },
          wallet.handleRequest(request, (chainId) =>
            Effect.promise(async () => {
              goTo(chainId)
              await own.switchTo(request.topic, chainId)
            }),
          ),
        ),
    })
    sessions = own
    return makeProposals({
      client,
      questions,
      now,
      changed,
      networks: wallet.networks,
      oneClick: () => oneClick,
      sign: (text) => Effect.runPromise(evmKey.signMessage(new TextEncoder().encode(text))),
      holdings: () => ({ smartAccount: wallet.smartAccount(), getAddress: wallet.getAddress }),
    })
  }
  let opening: Promise<Proposals> | null = null
  const opened = () => {
    opening ??= open()
    return opening
  }

  /** Fails when the relay does not respond in time. */
  const within = async <A>(work: (signal: AbortSignal) => Promise<A>): Promise<A> => {
    const done = new AbortController()
    const late = new AbortController()
    sleep(relayTimeoutMs, AbortSignal.any([done.signal, ended])).then(
      () => late.abort(),
      () => late.abort(),
    )
    try {
      return await work(late.signal)
    } finally {
      done.abort()
    }
  }
  const reaching = (work: () => Promise<unknown>) =>
    within(async (signal) => {
      const offline = new Promise<never>((_, reject) => {
        signal.addEventListener("abort", () => reject(new PhoneOffline()))
      })
      await Promise.race([reached(), offline])
      await Promise.race([work().catch(() => Promise.reject(new PhoneOffline())), offline])
    })

  return {
    state: () => ({
      policy: questions.policy(),
      smartAccount: wallet.smartAccount(),
      oneClick,
      profile,
      sessions: sessions?.list() ?? [],
      asked: questions.asked(),
      questions: questions.open(),
      network: wallet.networks().find(({ chainId }) => chainId === network) ?? { chainId: network, name: "" },
      address: wallet.getAddress(network) ?? "",
      networks: wallet.networks(),
    }),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    pair: (uri) => within(async (signal) => (await opened()).scan(uri, signal)),
    setPolicy: questions.setPolicy,
    setSmartAccount: (can) => {
      wallet.setSmartAccount(can)
      changed()
    },
    setOneClick: (can) => {
      oneClick = can
      changed()
    },
    setProfile: (name) => {
      profile = name
      changed()
    },
    answer: (id, approve) => questions.answer(id, approve ? "approve" : "decline"),
    switchTo: async (chainId) => {
      const isKnown = goTo(chainId)
      const all = isKnown ? (sessions?.list() ?? []) : []
      await reaching(() => Promise.all(all.map(({ topic }) => sessions?.switchTo(topic, chainId))))
      return isKnown
    },
    disconnect: async (topic) => {
      const ending = (sessions?.list() ?? []).filter((one) => topic === undefined || one.topic === topic)
      await reaching(() => Promise.all(ending.map((one) => sessions?.end(one.topic))))
      return ending.length > 0
    },
  }
}
