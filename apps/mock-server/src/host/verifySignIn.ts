import { parseDateTime, parseSiwxMessage } from "@wmodal/protocol/siwx"
import { type SiwxNode, verifySiwx } from "@wmodal/siwx"
import { Result } from "effect"
import { servedEvmNetworks } from "../evm/networks.ts"
import { fetchRpcResults } from "../evm/rpcResults.ts"
import type { World } from "../world/World.ts"
import { getHostSessions, type HostSession } from "./HostSessions.ts"

/** A sign-in that the dApp's server does not accept. The message says why. */
export class SignInRefused extends Error {}

export interface SignInRequest {
  /** The messages of one approval, which share its nonce. */
  readonly signed: readonly { readonly message: string; readonly signature: string }[]
  /** The host that the messages must be for. */
  readonly host: string
  /** True for a server that asks no node, and so refuses the signatures of contracts. */
  readonly keysOnly: boolean
}

/** Returns the sessions of valid messages, whose nonce is used up. @throws SignInRefused */
export const verifySignIn = async (
  world: World,
  { host, keysOnly, signed }: SignInRequest,
): Promise<readonly HostSession[]> => {
  const parsed = parseSiwxMessage(signed[0]?.message ?? "")
  if (Result.isFailure(parsed)) throw new SignInRefused(parsed.failure.message)
  const { nonce = "" } = parsed.success
  if (!getHostSessions(world).takeNonce(nonce)) throw new SignInRefused("The nonce is unknown, old or used.")
  return Promise.all(
    signed.map(async ({ message, signature }) => {
      const verdict = await verifySiwx({
        message,
        signature,
        expected: { domain: host, nonce, now: new Date(world.wallNow()) },
        rpc: keysOnly ? {} : makeNodes(world),
      })
      if (verdict._tag !== "Valid") throw new SignInRefused(verdict.text)
      if (verdict.chainId === null) throw new SignInRefused("The message names no chain.")
      const { address, expirationTime } = verdict.message
      const expiresAt =
        expirationTime === undefined ? Number.POSITIVE_INFINITY : parseDateTime(expirationTime)
      return { address, chainId: verdict.chainId, message, signature, expiresAt }
    }),
  )
}

/** Makes nodes of the world's EVM chains, which start with their first request. */
const makeNodes = (world: World): Readonly<Record<string, SiwxNode>> =>
  Object.fromEntries(
    [...servedEvmNetworks].map(([id, network]) => [
      id,
      {
        request: async ({ method, params = [] }: { method: string; params?: readonly unknown[] }) =>
          (await fetchRpcResults(await world.chain(network), [[method, ...params]]))[0],
      },
    ]),
  )
