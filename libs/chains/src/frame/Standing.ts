import { safeMethods, unsafeMethods } from "@wmodal/frame-rpc"
import type { CaipAddress, Namespace } from "@wmodal/protocol"
import type { ConnectorReason } from "../contract/ConnectorError.ts"
import type { ApprovedNamespace, ApprovedSession, Wire, WireEvent, WireSurroundings } from "../remote/Wire.ts"
import type { FrameAccount } from "./FrameAccount.ts"

/** Who is signed in, on each chain. */
type FrameAccounts = Partial<Readonly<Record<Namespace, FrameAccount>>>

/** What stands of the embedded wallet: nobody is connected by it but those who are in here. */
export interface Standing extends Pick<Wire, "session" | "inUse" | "listen"> {
  readonly of: (namespace: Namespace) => FrameAccount | null
  readonly all: () => FrameAccounts
  /** These and no others, from now on. */
  readonly take: (accounts: FrameAccounts) => void
  /** Nobody any more. `null`: a person has signed out. */
  readonly end: (because: ConnectorReason | null) => void
  /** Why it ended last. */
  readonly ended: () => ConnectorReason | null
}

/** @param changed called after each change, before anybody else hears of it */
export const makeStanding = ({ networks }: WireSurroundings, changed: () => void): Standing => {
  let accounts: FrameAccounts = {}
  let session: ApprovedSession | null = null
  let because: ConnectorReason | null = null
  const listeners = new Set<(event: WireEvent) => void>()

  const tell = (event: WireEvent) => {
    changed()
    const standing = [...listeners]
    for (const listener of standing) listener(event)
  }

  const approved = (namespace: Namespace): ApprovedNamespace | null => {
    const account = accounts[namespace]
    const [first, ...rest] = networks
      .filter(({ chainNamespace }) => chainNamespace === namespace)
      .map(({ caipNetworkId }) => caipNetworkId)
    if (account === undefined || first === undefined) return null
    const { address } = account
    return {
      accounts: [`${first}:${address}`, ...rest.map((network): CaipAddress => `${network}:${address}`)],
      networks: [first, ...rest],
      methods: methods.filter((method) => method.startsWith("solana_") === (namespace === "solana")),
    }
  }

  const sessionNow = (): ApprovedSession | null => {
    const [eip155, solana] = [approved("eip155"), approved("solana")]
    return eip155 === null && solana === null
      ? null
      : {
          wallet: { name: "Auth", icon: null },
          namespaces: { ...(eip155 && { eip155 }), ...(solana && { solana }) },
          properties: {},
        }
  }

  return {
    of: (namespace) => accounts[namespace] ?? null,
    all: () => accounts,
    session: () => session,
    inUse: (namespace) => accounts[namespace]?.network ?? null,
    take: (taken) => {
      accounts = taken
      session = sessionNow()
      tell({ _tag: "Updated" })
    },
    end: (reason) => {
      if (session === null) return
      accounts = {}
      session = null
      because = reason
      tell({ _tag: "Ended" })
    },
    ended: () => because,
    listen: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

const methods: readonly string[] = [...safeMethods, ...unsafeMethods]
