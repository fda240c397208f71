import { makeRunningChains } from "../../../evm/RunningChains.ts"
import { startChain } from "../../../evm/startChain.ts"
import { decodeScenario } from "../../../faults/Scenario.ts"
import { answerBody, getLoggedMethods, parseBody } from "../../../rpc/JsonRpc.ts"
import { parseRpcNode } from "../../../rpc/rpcEngines.ts"
import { makeWorld } from "../../../world/World.ts"
import { makeUserWallet } from "../makeUserWallet.ts"
import type { AccountType, WalletCall } from "../UserWallet.ts"

/** Creates a world with nodes and user wallets. */
export const makeSiteWorld = () => {
  const running = makeRunningChains({ chains: 24, idle: 60_000 }, () => new Promise(() => {}))
  const world = makeWorld({
    projectId: "p",
    seed: "s",
    scenario: decodeScenario({}),
    start: startChain,
    running,
    wallNow: () => 0,
    written: () => {},
  })
  /** JSON-RPC methods that wallets have called. */
  const asked: string[] = []
  /** Methods whose next response is lost, once per entry. */
  const losing: string[] = []
  const ask = async (request: Request): Promise<Response> => {
    const { engine, network } = parseRpcNode(new URL(request.url).searchParams.get("chainId") ?? "")
    const body = parseBody(await request.text())
    asked.push(...getLoggedMethods(body))
    const answer = await answerBody(body, engine.isPublic, async (batch) =>
      engine.answer(world, network, batch, 1),
    )
    const lost = getLoggedMethods(body).find((method) => losing.includes(method))
    if (lost === undefined) return Response.json(answer)
    losing.splice(losing.indexOf(lost), 1)
    throw new TypeError("The connection was reset")
  }

  /** Returns a user's wallet and functions that call its two accounts on a network. */
  const userOf = async (id: string, chainId = "eip155:1") => {
    const wallet = makeUserWallet({ world, ask, blockchain: "http://localhost", user: { id } })
    const accounts = await wallet.accounts(chainId)
    const addressOf = (type: AccountType) => {
      const found = accounts.find((account) => account.type === type)
      if (found === undefined) throw new Error(`No ${type} on ${chainId}`)
      return found.address
    }
    const as = (type: AccountType) => {
      const call = (method: string, params?: unknown): WalletCall => ({ chainId, type, method, params })
      return {
        address: addressOf(type),
        read: (method: string, params?: unknown) => wallet.read(call(method, params)),
        describe: (method: string, params?: unknown) => wallet.describe(call(method, params), null),
        perform: (method: string, params?: unknown, origin?: string) =>
          wallet.perform(call(method, params), origin),
      }
    }
    return { wallet, as }
  }

  return { world, ask, asked, losing, userOf, end: () => world.end().then(() => running.close()) }
}
