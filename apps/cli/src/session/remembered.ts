import { sessionsKey } from "@wmodal/core"
import type { Namespace } from "@wmodal/protocol"
import * as z from "zod/mini"
import type { SessionState } from "./SessionFile.ts"

type Sides = NonNullable<SessionState["sides"]>
type Wallet = NonNullable<SessionState["wallet"]>
export type SideNamespace = keyof Sides

/** The wallet that an earlier `connect` left for one chain. */
export type Remembered =
  | ({ readonly namespace: "eip155" } & Wallet)
  | ({ readonly namespace: SideNamespace } & NonNullable<Sides[SideNamespace]>)

/** In the order in which chains are listed. */
export const rememberedIn = ({ sides, wallet }: SessionState): readonly Remembered[] => {
  const sideOf = (namespace: SideNamespace): readonly Remembered[] => {
    const side = sides?.[namespace]
    return side === undefined ? [] : [{ namespace, ...side }]
  }
  return [
    ...(wallet === null ? [] : [{ namespace: "eip155" as const, ...wallet }]),
    ...sideOf("solana"),
    ...sideOf("bip122"),
  ]
}

/** As the session file has them. */
export const remembering = (wallets: readonly Remembered[]): Pick<SessionState, "sides" | "wallet"> => {
  let wallet: SessionState["wallet"] = null
  const sides: Sides = {}
  for (const one of wallets) {
    if (one.namespace === "eip155") {
      const { namespace: _eip155, ...rest } = one
      wallet = rest
    } else {
      const { namespace, ...side } = one
      sides[namespace] = side
    }
  }
  return { wallet, sides: Object.keys(sides).length === 0 ? undefined : sides }
}

/** The wallet of a namespace in place of the earlier one, beside the others. */
export const rememberingAlso = (
  state: SessionState,
  wallet: Remembered,
): Pick<SessionState, "sides" | "wallet"> =>
  remembering([...rememberedIn(state).filter(({ namespace }) => namespace !== wallet.namespace), wallet])

const Sessions = z.object({ v: z.literal(1), data: z.record(z.string(), z.unknown()) })

const sessionsOf = (entries: SessionState["entries"]): Readonly<Record<string, unknown>> => {
  try {
    const read = z.safeParse(Sessions, JSON.parse(entries[sessionsKey] ?? "null"))
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

/** What an engine that knew of one chain alone has left, with the sessions of the others as they were. */
export const besideOthers = (
  entries: SessionState["entries"],
  earlier: SessionState["entries"],
): SessionState["entries"] => withSessions(entries, { ...sessionsOf(earlier), ...sessionsOf(entries) })

/** What is remembered, but for the session of a namespace, or for all of them. */
export const withoutSession = (
  entries: SessionState["entries"],
  namespace: Namespace | null = null,
): SessionState["entries"] => {
  const kept = Object.entries(sessionsOf(entries)).filter(([one]) => namespace !== null && one !== namespace)
  return withSessions(entries, Object.fromEntries(kept))
}
