import { hex } from "@scure/base"
import { burn, remark, transferAll, transferAllowDeath, transferKeepAlive } from "../calls/balanceCalls.ts"
import type { CallContext, DescribeCall, DescribedCall } from "../calls/DescribedCall.ts"
import { asProxy, batch } from "../calls/nestedCalls.ts"
import { addProxy, removeProxy } from "../calls/proxyCalls.ts"
import { bond, bondMore, chill, nominate, rebond, setPayee, unbond } from "../calls/stakingCalls.ts"
import { makeScaleReader } from "./Scale.ts"
import type { SignerPayload } from "./SignerPayload.ts"

/**
 * The transaction version of each network whose calls are known. A signature covers the version, and a network raises it
 * when it renumbers calls: a transaction with this version is valid only while a call's number means this, and one with
 * another version is not read. Source: github.com/polkadot-fellows/runtimes, relay/polkadot/src/lib.rs.
 */
const readVersions: Readonly<Record<string, bigint>> = {
  "polkadot:91b171bb158e2d3848fa23a9f1c25182": 26n,
}

/** Describes a call; `null` if it is not known on this network, or is not exactly of its form. */
export const describeCall = (payload: SignerPayload, context: CallContext): DescribedCall | null => {
  const version = readVersions[context.network.caipNetworkId]
  if (version === undefined || BigInt(payload.transactionVersion) !== version) return null
  const read = makeScaleReader(hex.decode(payload.method.slice(2)))
  const described = describeNext(0)(read, context)
  return read.isAtEnd() ? described : null
}

/** Calls in calls that are read at most. */
const maxDepth = 4

const describeNext =
  (depth: number): DescribeCall =>
  (read, context) =>
    depth > maxDepth ? null : (makeCalls(depth)[`${read.byte()}.${read.byte()}`]?.(read, context) ?? null)

/** By pallet and call. */
const makeCalls = (depth: number): Readonly<Record<string, DescribeCall | undefined>> => {
  const next = describeNext(depth + 1)
  return {
    "0.0": remark,
    "0.7": remark,
    "5.0": transferAllowDeath,
    "5.3": transferKeepAlive,
    "5.4": transferAll,
    "5.10": burn,
    "7.0": bond,
    "7.1": bondMore,
    "7.2": unbond,
    "7.5": nominate,
    "7.6": chill,
    "7.7": setPayee,
    "7.19": rebond,
    "26.0": batch(next, "the earlier ones stay"),
    "26.2": batch(next, "nothing happens"),
    "26.4": batch(next, "the others go on"),
    "29.0": asProxy(next),
    "29.1": addProxy,
    "29.2": removeProxy,
  }
}
