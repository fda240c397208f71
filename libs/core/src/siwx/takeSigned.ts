import type { SignedMessage, SignInRequest } from "@wmodal/chains"
import {
  type CaipAddress,
  isSameAddress,
  type Namespace,
  toNamespace,
  toNetworkId,
  toPlainAddress,
  toReference,
} from "@wmodal/protocol"
import { parseSiwxMessage, type SiwxMessage, siwxBlockchains } from "@wmodal/protocol/siwx"
import { Result } from "effect"
import type { OneStep } from "./OneStep.ts"
import { toData } from "./plugins/makeMessage.ts"
import type { SiwxPlugin, SiwxSession } from "./Siwx.ts"

/** The resource by which a wallet permits the methods of its session. Source: ERC-5573. */
const recapPrefix = "urn:recap:"
/** The sentences that describe it, at the end of a statement. */
const recapSentences = " I further authorize the stated URI to perform the following actions on my behalf: "

/**
 * Takes what a wallet signed for this account when it connected: the messages that the page asked for, that of the
 * account's network first. Each is offered once. Their signatures are for the plugin to verify.
 */
const takeSigned = (oneStep: OneStep, account: CaipAddress): readonly SiwxSession[] => {
  const { asked, signed } = oneStep
  oneStep.signed = []
  const sessions = signed.flatMap((one) => {
    const message = Result.getOrNull(parseSiwxMessage(one.message))
    const request = asked.get(message?.nonce ?? "")
    return message !== null && request !== undefined && isOf(one, account) && isAsked(one, message, request)
      ? [toSession(one, message)]
      : []
  })
  // A nonce is used up with the first message of it. Those of other links expire at the server.
  asked.clear()
  const isActive = ({ data }: SiwxSession) => data.chainId === toNetworkId(account)
  return [...sessions.filter(isActive), ...sessions.filter((one) => !isActive(one))]
}

/** Gives the plugin what a wallet signed when it connected. Rejects if it is not accepted. @returns whether there was any */
export const storeSigned = async (
  oneStep: OneStep,
  account: CaipAddress,
  plugin: SiwxPlugin,
): Promise<boolean> => {
  const [first, ...others] = takeSigned(oneStep, account)
  if (first === undefined) return false
  await (others.length === 0 ? plugin.addSession(first) : plugin.setSessions([first, ...others]))
  return true
}

const isOf = ({ account }: SignedMessage, active: CaipAddress): boolean =>
  toNamespace(account) === toNamespace(active) &&
  isSameAddress(toPlainAddress(account), toPlainAddress(active))

/** Reports that a message says what the page asked for: no more and no less. */
const isAsked = (
  { account, cacao }: SignedMessage,
  message: SiwxMessage,
  request: SignInRequest,
): boolean => {
  const isExact = (["domain", "expirationTime", "nonce", "notBefore", "requestId", "uri"] as const).every(
    (field) => (message[field] ?? "") === (request[field] ?? ""),
  )
  const [{ resources: said = [] }, { resources: wanted = [] }] = [message, request]
  const plain = (resources: readonly string[]) => resources.filter((one) => !one.startsWith(recapPrefix))
  const [statement = "", more] = ` ${message.statement ?? ""}`.split(recapSentences)
  return (
    isExact &&
    // Other wallets name their networks, which the server knows.
    (cacao === undefined || message.chainId === toReference(toNetworkId(account))) &&
    isSameAddress(message.address, toPlainAddress(account)) &&
    message.blockchain === siwxBlockchains[toNamespace(account) as Namespace] &&
    statement.trim() === (request.statement ?? "").trim() &&
    // The server verifies that the sentences are those of the resource.
    (more !== undefined) === said.some((one) => one.startsWith(recapPrefix)) &&
    plain(said).join() === plain(wanted).join()
  )
}

const toSession = (
  { account, cacao, message: text, signature }: SignedMessage,
  message: SiwxMessage,
): SiwxSession => ({
  data: toData(message, { accountAddress: toPlainAddress(account), chainId: toNetworkId(account) }),
  message: text,
  signature,
  ...(cacao !== undefined && { cacao }),
})
