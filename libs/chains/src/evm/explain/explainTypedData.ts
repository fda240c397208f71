import { Effect } from "effect"
import type { Explanation } from "../../contract/Explanation.ts"
import { checksum } from "../checksum.ts"
import { textToHex } from "../Hex.ts"
import { keccak256 } from "../keccak.ts"
import { readTypedData, type TypedData } from "./data/TypedData.ts"
import { isLiteral } from "./data/Value.ts"
import { deploymentKey, type MessageFormat } from "./descriptor/Format.ts"
import type { Explaining } from "./Explaining.ts"
import { container, explainCallWithin } from "./explainCall.ts"
import { explanationBy } from "./explanationBy.ts"
import { settingOf } from "./settingOf.ts"

/** Typed data in words. Never fails. @param request `typedData` is EIP-712 JSON as text. */
export const explainTypedData = ({
  typedData,
  ...explaining
}: Explaining & { readonly typedData: string }): Effect.Effect<Explanation> =>
  Effect.gen(function* () {
    const read = readTypedData(typedData)
    const { chainId = null, contract = null } = read === null ? {} : domainOf(read)
    const unknown: Explanation = {
      intent: null,
      sentence: null,
      owner: null,
      contractName: null,
      contract,
      value: 0n,
      fields: [],
      digest: read?.digest ?? keccak256(textToHex(typedData)),
    }
    if (read === null) return unknown
    const shared = settingOf({ ...explaining, chainId: chainId ?? explaining.chainId })
    for (const format of explaining.descriptors.messages.get(read.type) ?? []) {
      if (!isBound(format, read)) continue
      const scope = {
        root: read.message,
        here: read.message,
        at: [],
        json: format.json,
        container: container({ from: explaining.from, to: contract, value: 0n, chainId: shared.chainId }),
      }
      const explained = yield* explanationBy(format, scope, {
        ...shared,
        explain: (from, call) => explainCallWithin(shared, from, call, 1),
      })
      if (explained !== null) return { ...unknown, ...explained }
    }
    return unknown
  })

/** What the domain says, as far as it is signed. */
const domainOf = ({ domain }: TypedData) => {
  const chain = domain.members.get("chainId")
  const contract = domain.members.get("verifyingContract")
  return {
    chainId: chain?._tag === "Integer" ? chain.value : null,
    contract: contract?._tag === "Address" ? checksum(contract.address) : null,
  }
}

/** Every constraint has to hold. */
const isBound = (format: MessageFormat, read: TypedData): boolean => {
  const { chainId, contract } = domainOf(read)
  const { deployments, domain, domainSeparator, needsContract } = format
  if (needsContract && contract === null) return false
  if (domainSeparator !== null && domainSeparator !== read.domainSeparator) return false
  if (deployments !== null && (chainId === null || contract === null)) return false
  if (deployments !== null && !deployments.has(deploymentKey(chainId ?? 0n, contract ?? ""))) return false
  return Object.entries(domain).every(([name, literal]) => {
    const value = read.domain.members.get(name)
    return value !== undefined && isLiteral(value, literal)
  })
}
