import type { Rpc } from "@wmodal/protocol"
import { Effect } from "effect"
import type { RequestWarning } from "../../contract/Explanation.ts"
import { fetchNode } from "../../rpc/fetchNode.ts"
import { sanitizeLine } from "../../text/printable.ts"
import { readMember } from "../../wallet/readMember.ts"
import { isHexAddress, isHexBytes } from "../Hex.ts"
import { entryPoints } from "../operations/UserOperationEvent.ts"
import { type ApprovingAccount, fetchApprovalWarnings } from "./approvalWarnings.ts"
import { decodeTypedDataApprovals } from "./decodeTypedDataApprovals.ts"
import { formatParty } from "./formatParty.ts"
import { parseNumber } from "./parseNumber.ts"
import { parseTypedData, type UnhashedTypedData } from "./parseTypedData.ts"
import type { TokenApproval } from "./TokenApproval.ts"
import { findSpender } from "./WitnessOrder.ts"

/** Fetches the warnings for typed data, given as text. Invalid typed data is `Blind`. */
export const fetchTypedDataWarnings = (
  rpc: Rpc,
  text: string,
  chainId: bigint,
  account: ApprovingAccount,
): Effect.Effect<readonly RequestWarning[]> => {
  const typedData = parseTypedData(text)
  if (typedData === null) return Effect.succeed([{ _tag: "Blind" }])
  return Effect.map(
    Effect.all(
      [
        fetchApprovalWarnings(rpc, decodeApprovals(typedData, chainId), account),
        Effect.succeed(checkUserOperation(typedData)),
        Effect.succeed(checkChain(typedData, chainId)),
        checkContract(rpc, typedData),
        Effect.succeed(checkDomainFields(typedData)),
      ],
      { concurrency: "unbounded" },
    ),
    (dangers) => dangers.flat(),
  )
}

/** A transfer by signature (Permit2) is taken at once, by a contract of which nothing is known like by a key. With a witness it is not read. */
const decodeApprovals = (typedData: UnhashedTypedData, chainId: bigint): readonly (TokenApproval | null)[] =>
  decodeTypedDataApprovals(typedData).map((approval) =>
    approval !== null &&
    transferTypes.test(typedData.primaryType) &&
    findSpender(chainId, approval.spender) === "other"
      ? { ...approval, isTakenAtOnce: true }
      : approval,
  )

const transferTypes = /^Permit(Batch)?TransferFrom$/

/** The declared fields of the domain; `null` without a declaration: then all present fields are signed. */
const getDeclaredFields = ({ types }: UnhashedTypedData): readonly string[] | null =>
  Object.hasOwn(types, "EIP712Domain") ? (types["EIP712Domain"] ?? []).map(({ name }) => name) : null

/** Returns true if some wallet signs a domain field: some hash the declared fields, others those that are present. */
const isDomainFieldPresent = ({ domain }: UnhashedTypedData, name: string) => readMember(domain, name) != null

/** Warns of fields that are present and not declared: wallets hash such a domain differently. */
const checkDomainFields = (typedData: UnhashedTypedData): readonly RequestWarning[] => {
  const declared = getDeclaredFields(typedData)
  return declared === null || Object.keys(typedData.domain).every((name) => declared.includes(name))
    ? []
    : [{ _tag: "Blind" }]
}

/**
 * Warns of a user operation: an entry point verifies a smart account's operation, and the signature's holder can run
 * its calls.
 */
const checkUserOperation = ({ domain }: UnhashedTypedData): readonly RequestWarning[] =>
  entryPoints.includes(formatDomainValue(readMember(domain, "verifyingContract") ?? "").toLowerCase())
    ? [{ _tag: "Blind" }]
    : []

/** Checks the chain. A contract signature without a chain is valid on every chain that has the contract. */
const checkChain = (typedData: UnhashedTypedData, chainId: bigint): readonly RequestWarning[] => {
  const said = readMember(typedData.domain, "chainId")
  const isDeclared = getDeclaredFields(typedData)?.includes("chainId") ?? true
  const id = parseNumber(said)
  if (said != null && id !== chainId)
    return [
      { _tag: "OtherChain", said: id === null ? sanitizeLine(`${formatDomainValue(said)}`, 80) : `${id}` },
    ]
  return (said == null || !isDeclared) && isDomainFieldPresent(typedData, "verifyingContract")
    ? [{ _tag: "OtherChain", said: "" }]
    : []
}

const checkContract = (rpc: Rpc, typedData: UnhashedTypedData): Effect.Effect<readonly RequestWarning[]> => {
  if (!isDomainFieldPresent(typedData, "verifyingContract")) return Effect.succeed([])
  const contract = formatDomainValue(readMember(typedData.domain, "verifyingContract"))
  if (!isHexAddress(contract))
    return Effect.succeed([{ _tag: "OtherContract", contract: formatParty(contract) }])
  return fetchNode(rpc, ["eth_getCode", contract, "latest"], (code) => (isHexBytes(code) ? code : null)).pipe(
    Effect.map((code): readonly RequestWarning[] =>
      code === "0x" ? [{ _tag: "OtherContract", contract: formatParty(contract) }] : [],
    ),
    Effect.catch(() => Effect.succeed([{ _tag: "Untried" } as const])),
  )
}

const formatDomainValue = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value) ?? "")
