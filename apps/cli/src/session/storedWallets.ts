import { sessionsKey } from "@wmodal/core"
import type { Namespace } from "@wmodal/protocol"
import * as z from "zod/mini"
import type { SessionState } from "./SessionFile.ts"

type StoredWalletChains = NonNullable<SessionState["sides"]>
type StoredEvmWallet = NonNullable<SessionState["wallet"]>
export type DevNamespace = keyof StoredWalletChains

/** The wallet that an earlier `connect` stored for one chain. */
export type StoredWallet =
  | ({ readonly namespace: "eip155" } & StoredEvmWallet)
  | ({ readonly namespace: DevNamespace } & NonNullable<StoredWalletChains[DevNamespace]>)

/** Returns the stored wallets in listing order. */
export const getStoredWallets = ({ sides, wallet }: SessionState): readonly StoredWallet[] => {
  const sideOf = (namespace: DevNamespace): readonly StoredWallet[] => {
    const side = sides?.[namespace]
    return side === undefined ? [] : [{ namespace, ...side }]
  }
  return [
    ...(wallet === null ? [] : [{ namespace: "eip155" as const, ...wallet }]),
    ...sideOf("solana"),
    ...sideOf("bip122"),
    ...sideOf("polkadot"),
  ]
}

/** Converts wallets to the fields of the session file. */
export const toStoredSession = (wallets: readonly StoredWallet[]): Pick<SessionState, "sides" | "wallet"> => {
  let wallet: SessionState["wallet"] = null
  const sides: StoredWalletChains = {}
  for (const one of wallets) {
    if ("address" in one) {
      const { namespace: _namespace, ...rest } = one
      wallet = rest
    } else {
      const { namespace, ...side } = one
      sides[namespace] = side
    }
  }
  return { wallet, sides: Object.keys(sides).length === 0 ? undefined : sides }
}

/** Returns the wallets with one added or replaced by namespace. */
export const withStoredWallet = (
  state: SessionState,
  wallet: StoredWallet,
): Pick<SessionState, "sides" | "wallet"> =>
  toStoredSession([
    ...getStoredWallets(state).filter(({ namespace }) => namespace !== wallet.namespace),
    wallet,
  ])

const sessionsSchema = z.object({ v: z.literal(1), data: z.record(z.string(), z.unknown()) })

const decodeSessions = (entries: SessionState["entries"]): Readonly<Record<string, unknown>> => {
  try {
    const read = z.safeParse(sessionsSchema, JSON.parse(entries[sessionsKey] ?? "null"))
    return read.success ? read.data.data : {}
  } catch {
    return {}
  }
}

const withSessions = (
  { [sessionsKey]: _earlier, ...rest }: SessionState["entries"],
  sessions: Readonly<Record<string, unknown>>,
): SessionState["entries"] =>
  Object.keys(sessions).length === 0
    ? rest
    : { ...rest, [sessionsKey]: JSON.stringify({ v: 1, data: sessions }) }

/** Merges the entries of an engine with one chain with the earlier sessions of the other chains. */
export const mergeOtherSessions = (
  entries: SessionState["entries"],
  earlier: SessionState["entries"],
): SessionState["entries"] =>
  withSessions(entries, { ...decodeSessions(earlier), ...decodeSessions(entries) })

/** Returns the entries without the session of one namespace, or of all. */
export const withoutSession = (
  entries: SessionState["entries"],
  namespace: Namespace | null = null,
): SessionState["entries"] => {
  const kept = Object.entries(decodeSessions(entries)).filter(
    ([one]) => namespace !== null && one !== namespace,
  )
  return withSessions(entries, Object.fromEntries(kept))
}
