import { SignClient } from "@walletconnect/sign-client"
import type { SignClientTypes } from "@walletconnect/types"
import { getSdkError } from "@walletconnect/utils"
import { catchClientRejections, disposeClient } from "@wmodal/walletconnect/client"
import { afterEach } from "vitest"

/** An account without keys in these tests. The relay does not verify the content of messages. */
export const account = "eip155:1:0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb"
const chains = ["eip155:1"]
const methods = ["personal_sign", "eth_sendTransaction"]
const events = ["accountsChanged", "chainChanged"]

export interface RelayTarget {
  readonly relayUrl: string
  readonly projectId: string
}

export type Client = Awaited<ReturnType<typeof SignClient.init>>

/** Opens a WalletConnect client with an in-memory storage. Values are copied, because the client mutates them later. */
export const openClient = (name: string, where: RelayTarget): Promise<Client> => {
  const kept = new Map<string, unknown>()
  return SignClient.init({
    ...where,
    customStoragePrefix: name,
    logger: "silent",
    telemetryEnabled: false,
    // Waits a second between two requests.
    signConfig: { disableRequestQueue: true },
    metadata: { name, description: "", url: `https://${name}.example`, icons: [] },
    storage: {
      getKeys: async () => [...kept.keys()],
      getEntries: async () => [],
      // Values are stored as clones, as the client expects.
      getItem: async <T>(key: string) => structuredClone(kept.get(key)) as T | undefined,
      setItem: async (key, value) => {
        kept.set(key, structuredClone(value))
      },
      removeItem: async (key) => {
        kept.delete(key)
      },
    },
  })
}

/** Returns a function that opens clients, which close with their test and leave no timer of a proposal. */
export const setupTestClients = () => {
  const open: Client[] = []
  afterEach(async () => {
    await Promise.all(open.splice(0).map(disposeClient))
  })
  return async (name: string, where: RelayTarget): Promise<Client> => {
    const client = await openClient(name, where)
    // Catches late rejections, which would otherwise fail the next test.
    catchClientRejections(client)
    open.push(client)
    return client
  }
}

/** Waits for the next event of a name. */
export const waitForEvent = <Name extends SignClientTypes.Event>(
  client: Client,
  name: Name,
): Promise<SignClientTypes.EventArguments[Name]> => new Promise((resolve) => client.once(name, resolve))

/** Proposes a session. Returns the pairing link and the session once it is approved. */
export const propose = async (dapp: Client) => {
  const { uri, approval } = await dapp.connect({
    optionalNamespaces: { eip155: { chains, methods, events } },
  })
  if (uri === undefined) throw new Error("No link")
  return { uri, approval }
}

export const approve = (wallet: Client, { id }: { readonly id: number }) =>
  wallet.approve({ id, namespaces: { eip155: { accounts: [account], methods, events } } })

export const reject = (wallet: Client, { id }: { readonly id: number }) =>
  wallet.reject({ id, reason: getSdkError("USER_REJECTED") })

/** Connects two clients. Returns the session's topic. */
export const connect = async (dapp: Client, wallet: Client): Promise<string> => {
  const { uri, approval } = await propose(dapp)
  const proposed = waitForEvent(wallet, "session_proposal")
  await wallet.core.pairing.pair({ uri })
  const { acknowledged } = await approve(wallet, await proposed)
  const { topic } = await approval()
  await acknowledged()
  return topic
}

/** Requests a signature. */
export const sign = (dapp: Client, topic: string) =>
  dapp.request<string>({
    topic,
    chainId: "eip155:1",
    request: { method: "personal_sign", params: ["0x68690a", account.split(":")[2]] },
  })

export const answer = (wallet: Client, topic: string, id: number, result: string) =>
  wallet.respond({ topic, response: { id, jsonrpc: "2.0", result } })
