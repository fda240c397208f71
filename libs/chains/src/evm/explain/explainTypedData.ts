import { Effect } from "effect"
import { keccak256 } from "viem"
import type { Explanation } from "../../contract/Explanation.ts"
import { findWitnessTransfer } from "../dangers/WitnessOrder.ts"
import { encodeTextHex } from "../Hex.ts"
import { getAddressText, getInteger, getMember, matchesLiteral } from "./data/AbiValue.ts"
import { type DecodedTypedData, decodeTypedData } from "./data/DecodedTypedData.ts"
import { describeStruct } from "./describeStruct.ts"
import { type MessageFormat, toDeploymentKey } from "./descriptor/DescriptorFormat.ts"
import type { ExplainContext } from "./ExplainContext.ts"
import { explainNestedCall, makeContainer } from "./explainCall.ts"
import { explainWithFormat } from "./explainWithFormat.ts"
import { makeExplanationState } from "./makeExplanationState.ts"

/** Explains typed data. Never fails. @param request `typedData` is EIP-712 JSON as text. */
export const explainTypedData = ({
  typedData,
  ...explaining
}: ExplainContext & { readonly typedData: string }): Effect.Effect<Explanation> =>
  Effect.gen(function* () {
    const read = decodeTypedData(typedData)
    const { chainId = null, contract = null } = read === null ? {} : toDomainFields(read)
    const unknown: Explanation = {
      intent: null,
      interpolatedIntent: null,
      owner: null,
      contractName: null,
      contract,
      value: 0n,
      fields: [],
      digest: read?.digest ?? keccak256(encodeTextHex(typedData)),
    }
    if (read === null) return unknown
    const shared = makeExplanationState({ ...explaining, chainId: chainId ?? explaining.chainId })
    const transfer = findWitnessTransfer(read, shared.chainId)
    // Unless a reactor honours it, a witness promises nothing: the spender may take what the transfer permits.
    const plain = transfer === null || transfer.spender === "reactor" ? null : transfer
    for (const format of explaining.descriptors.messages(plain?.plainType ?? read.type, chainId, contract)) {
      if (!matchesDomain(format, read)) continue
      const scope = {
        root: read.message,
        current: read.message,
        indexes: [],
        json: format.json,
        container: makeContainer({ from: explaining.from, to: contract, value: 0n, chainId: shared.chainId }),
      }
      const explained = yield* explainWithFormat(format, scope, {
        ...shared,
        explain: (from, call) => explainNestedCall(shared, from, call, 1),
      })
      if (explained === null) continue
      const witness = plain === null ? undefined : getMember(read.message, plain.witness)
      const rest = plain === null || witness === undefined ? [] : describeStruct(witness, plain.witness)
      return {
        ...unknown,
        ...explained,
        ...(plain?.spender === "other" && { describesOnly: true }),
        fields: [...explained.fields, ...rest],
      }
    }
    return { ...unknown, fields: describeStruct(read.message) }
  })

/** Returns the signed fields of the domain. */
const toDomainFields = ({ domain }: DecodedTypedData) => {
  const chain = getMember(domain, "chainId")
  const contract = getMember(domain, "verifyingContract")
  return {
    chainId: chain === undefined ? null : getInteger(chain),
    contract: contract === undefined ? null : getAddressText(contract),
  }
}

/** Returns true if every constraint of the format holds. */
const matchesDomain = (format: MessageFormat, read: DecodedTypedData): boolean => {
  const { chainId, contract } = toDomainFields(read)
  const { deployments, domain, domainSeparator, needsContract } = format
  if (needsContract && contract === null) return false
  if (domainSeparator !== null && domainSeparator !== read.domainSeparator) return false
  if (deployments !== null && (chainId === null || contract === null)) return false
  if (deployments !== null && !deployments.has(toDeploymentKey(chainId ?? 0n, contract ?? ""))) return false
  return Object.entries(domain).every(([name, literal]) => {
    const value = getMember(read.domain, name)
    return value !== undefined && matchesLiteral(value, literal)
  })
}
