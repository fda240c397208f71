import {
  compactSignatureToSignature,
  createClient,
  custom,
  encodeFunctionData,
  type Hex,
  hashMessage,
  isHex,
  parseAbi,
  parseCompactSignature,
  recoverAddress,
  serializeSignature,
  size,
} from "viem"
import { verifyHash } from "viem/actions"
import { invalid, type Refusal, unknown } from "../SiwxVerdict.ts"
import { isRevert, type SiwxNode, type SiwxProvider, toProvider } from "./requestNode.ts"

const erc1271Abi = parseAbi(["function isValidSignature(bytes32, bytes) view returns (bytes4)"])
/** What `isValidSignature` returns for a valid signature, padded. Source: ERC-1271. */
const magicPattern = /^0x1626ba7e0{56}/i
/** Signatures with what deploys or delegates their account end with 32 bytes of this. Source: ERC-6492, ERC-8010. */
const wrapperPattern = /(?:6492|8010){16}$/
const maxSignatureLength = 2 * 64 * 1024

/**
 * Verifies the signature of a message by an EVM account. The account's own key decides without a node, also for
 * EIP-7702 accounts, which it controls; everything else is for the account's code to accept, also an empty signature:
 * a Safe accepts it for a message that it has signed on the chain.
 */
export const verifyEvmSignature = async ({
  address,
  text,
  signature: input,
  node,
}: {
  readonly address: string
  readonly text: string
  readonly signature: string
  readonly node: SiwxNode | undefined
}): Promise<Refusal | null> => {
  if (!isHex(input) || input.length % 2 === 1 || input.length > maxSignatureLength)
    return invalid("SignatureForm", "The signature is not in hex.")
  const signature = input.toLowerCase() as Hex
  const account = address as Hex
  const hash = hashMessage(text)
  if (await isByKey(account, hash, signature)) return null
  if (node === undefined)
    return unknown(
      "NoNode",
      `The signature is not by the key of ${address}. No node is configured that tells whether its contract accepts it.`,
    )
  const provider = toProvider(node)
  try {
    const isAccepted = wrapperPattern.test(signature)
      ? await isWrappedAccepted(provider, account, hash, signature)
      : await isAcceptedByContract(provider, account, hash, signature)
    return isAccepted ? null : invalid("Signature", `The message is not signed by ${address}.`)
  } catch {
    return unknown("NodeFailed", `No node could tell whether ${address} accepts the signature.`)
  }
}

/** Returns a signature of 65 bytes for one of 64. Source: EIP-2098. */
const toWholeSignature = (signature: Hex): Hex =>
  size(signature) === 64
    ? serializeSignature(compactSignatureToSignature(parseCompactSignature(signature)))
    : signature

/** Reports that an account's own key made the signature: 65 bytes, in any form of the recovery id, or 64. */
const isByKey = async (account: Hex, hash: Hex, signature: Hex): Promise<boolean> => {
  if (!/^0x[0-9a-f]{128}(?:00|01|1b|1c)?$/.test(signature)) return false
  try {
    const recovered = await recoverAddress({ hash, signature: toWholeSignature(signature) })
    return recovered.toLowerCase() === account.toLowerCase()
  } catch {
    // Not a point of the curve.
    return false
  }
}

const isAcceptedByContract = async (
  provider: SiwxProvider,
  account: Hex,
  hash: Hex,
  signature: Hex,
): Promise<boolean> => {
  const data = encodeFunctionData({
    abi: erc1271Abi,
    functionName: "isValidSignature",
    args: [hash, signature],
  })
  try {
    const result = await provider.request({ method: "eth_call", params: [{ to: account, data }, "latest"] })
    if (!isHex(result)) throw new TypeError("Not a response to eth_call")
    return magicPattern.test(result)
  } catch (error) {
    if (isRevert(error)) return false
    throw error
  }
}

/** Simulates the deployment or the delegation together with the verification. */
const isWrappedAccepted = async (
  provider: SiwxProvider,
  account: Hex,
  hash: Hex,
  signature: Hex,
): Promise<boolean> => {
  // viem returns false for every failed call, so a failure of the node itself is kept here.
  let failure: unknown = null
  let isAsked = false
  const request: SiwxProvider["request"] = async (call) => {
    isAsked = true
    try {
      const result = await provider.request(call)
      if (!isHex(result)) throw new TypeError(`Not a response to ${call.method}`)
      return result
    } catch (error) {
      if (!isRevert(error)) failure = error ?? new Error("The request failed.")
      throw error
    }
  }
  const client = createClient({
    // A contract must not choose addresses for the server to fetch (ERC-3668).
    ccipRead: false,
    transport: custom({ request }, { retryCount: 0 }),
  })
  const isAccepted = await verifyHash(client, { address: account, hash, signature }).catch(
    (error: unknown) => {
      // Without a request, the wrapper itself could not be decoded.
      if (isAsked) throw error
      return false
    },
  )
  if (!isAccepted && failure !== null) throw failure
  return isAccepted
}
