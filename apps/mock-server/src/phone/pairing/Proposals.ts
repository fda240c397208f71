import { Result } from "effect"
import type { PhonePrompts } from "../PhonePrompts.ts"
import type { PhoneNetwork } from "../PhoneState.ts"
import type { PhoneSignClient } from "../session/openPhoneClient.ts"
import { toPeer } from "../toPeer.ts"
import { decodeSignIn, describeSignIn, signAll } from "./answerSignIn.ts"
import { approveNamespaces, type WalletAccounts } from "./approveNamespaces.ts"
import { describeConnect } from "./describeConnect.ts"
import { decodeProposal } from "./Proposal.ts"
import { PairingRejected, parsePairingUri } from "./pairingUri.ts"

/** Rejections of a proposal. Source of the codes: the WalletConnect error codes. */
const proposalRejections = {
  declined: { code: 5000, message: "User rejected." },
  unknownNetworks: { code: 5100, message: "Unsupported chains." },
  unreadable: { code: 5104, message: "Unsupported namespace key." },
} as const

/** The outcome of a link. */
type ScanResult = "asked" | "unknownNetworks" | "unreadable"

/** Scanned links and the proposals of their dApps. */
export interface Proposals {
  /**
   * Scans a link. Completes when the dApp at its other end has proposed a session.
   * @param signal aborted when the caller stops waiting
   * @throws PairingRejected
   */
  readonly scan: (text: string, signal: AbortSignal) => Promise<void>
}

export interface ProposalsOptions {
  readonly client: PhoneSignClient
  readonly questions: PhonePrompts
  readonly networks: () => readonly PhoneNetwork[]
  readonly holdings: () => WalletAccounts
  /** UTC milliseconds. */
  readonly now: () => number
  readonly changed: () => void
  /** Whether a dApp may be signed in with the same prompt. */
  readonly oneClick: () => boolean
  /** Signs a text with the phone's EVM key. */
  readonly sign: (text: string) => Promise<string>
}

export const makeProposals = (phone: ProposalsOptions): Proposals => {
  const { changed, client, holdings, networks, oneClick, questions, sign } = phone
  /** Pending scans by topic. */
  const waiting = new Map<string, (heard: ScanResult) => void>()
  /** Topics with a received proposal. */
  const used = new Set<string>()
  /** Open prompts by proposal ID. */
  const asked = new Map<number, { readonly pairing: string; readonly gone: AbortController }>()

  const withdraw = (isGone: (id: number, pairing: string) => boolean) => {
    for (const [id, { gone, pairing }] of asked) if (isGone(id, pairing)) gone.abort()
  }

  const hear = (topic: string, heard: ScanResult) => {
    used.add(topic)
    waiting.get(topic)?.(heard)
  }

  client.on("proposal_expire", (expired) => withdraw((id) => id === expired.id))
  // The dApp withdrew its link.
  client.core.pairing.events.on("pairing_delete", ({ topic }: { readonly topic: string }) =>
    withdraw((_, pairing) => pairing === topic),
  )
  client.on("session_proposal", async (event) => {
    const { id } = event
    // The client emits a message twice when it arrives twice at once.
    if (asked.has(id)) return
    const proposal = decodeProposal(event)
    const gone = new AbortController()
    try {
      const namespaces = proposal && approveNamespaces(proposal, holdings())
      if (proposal === null || namespaces === null) {
        const why = proposal === null ? "unreadable" : "unknownNetworks"
        hear(event.params.pairingTopic, why)
        await client.reject({ id, reason: proposalRejections[why] })
        return
      }
      asked.set(id, { pairing: proposal.pairingTopic, gone })
      const peer = toPeer(proposal.metadata)
      const answering = questions.ask(describeConnect(peer, namespaces, networks()), gone.signal)
      hear(proposal.pairingTopic, "asked")
      const answer = await answering
      if (answer === "approve") await client.approve({ id, namespaces })
      else if (answer === "decline") await client.reject({ id, reason: proposalRejections.declined })
    } catch {
      // The dApp is gone or the relay is unreachable, so no response is needed.
    } finally {
      asked.delete(id)
      changed()
    }
  })

  const answerSignIn: Parameters<typeof client.on<"session_authenticate">>[1] = async ({
    id,
    params,
    topic,
  }) => {
    if (asked.has(id)) return
    const gone = new AbortController()
    try {
      const proposal = decodeSignIn(params, holdings())
      if (proposal === null) {
        hear(topic, "unreadable")
        await client.rejectSessionAuthenticate({ id, reason: proposalRejections.unreadable })
        return
      }
      asked.set(id, { pairing: topic, gone })
      const answering = questions.ask(describeSignIn(toPeer(proposal.metadata), proposal), gone.signal)
      hear(topic, "asked")
      const answer = await answering
      if (answer === "approve")
        await client.approveSessionAuthenticate({ id, auths: await signAll(proposal, sign) })
      else if (answer === "decline")
        await client.rejectSessionAuthenticate({ id, reason: proposalRejections.declined })
    } catch {
      // The dApp is gone or the relay is unreachable, so no response is needed.
    } finally {
      asked.delete(id)
      changed()
    }
  }

  return {
    scan: async (text, signal) => {
      const { topic, uri } = Result.getOrThrow(parsePairingUri(text, phone.now()))
      // The client takes the plain proposal of the link if nothing listens for the other request.
      client.off("session_authenticate", answerSignIn)
      if (oneClick()) client.on("session_authenticate", answerSignIn)
      if (used.has(topic) || waiting.has(topic))
        throw new PairingRejected({
          detail: "This link was already scanned. Request a new one from the app.",
        })
      try {
        const heard = await new Promise<ScanResult | "noApp" | "offline">((resolve, reject) => {
          waiting.set(topic, resolve)
          const giveUp = () => resolve(client.core.relayer.connected ? "noApp" : "offline")
          if (signal.aborted) giveUp()
          else signal.addEventListener("abort", giveUp)
          client.core.pairing.pair({ uri }).catch(reject)
        })
        if (heard !== "asked") throw new PairingRejected({ detail: scanErrorTexts[heard] })
      } catch (error) {
        // The client's error text may quote the link, which contains a key.
        throw error instanceof PairingRejected
          ? error
          : new PairingRejected({ detail: scanErrorTexts.offline })
      } finally {
        waiting.delete(topic)
      }
    },
  }
}

const scanErrorTexts = {
  unknownNetworks: "This phone does not support the app's networks.",
  unreadable: "The app's connection request is invalid.",
  noApp: "No app is waiting at this link. It was cancelled or belongs to another relay.",
  offline: "The relay cannot be reached.",
} as const
