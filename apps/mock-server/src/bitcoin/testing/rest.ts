import { Transaction } from "bitcoinjs-lib"
import { makeHandler } from "../../Handler.ts"
import { bitcoinAccounts } from "../bitcoinAccounts.ts"
import { getUtxos, makeFreshLedger, makePayment, signWithBitcoinjs } from "./transactions.ts"

export const mainnetApi = "/bitcoin/000000000019d6689c085ae165831e93/api"
export const testnetApi = "/bitcoin/000000000933ea01ad0ee984209779ba/api"

/** Makes a server without a port, with requests as from a client of mempool.space. */
export const makeRestClient = (world = "p") => {
  const handler = makeHandler({ startChain: () => Promise.reject(new Error("No chain here")) })
  const ask = (path: string, init?: RequestInit) =>
    Promise.resolve(handler.fetch(new Request(`http://localhost${path}`, init)))
  const get = async (path: string) => {
    const response = await ask(`/w/${world}${mainnetApi}${path}`)
    return {
      status: response.status,
      text: await response.text(),
      type: response.headers.get("content-type"),
    }
  }
  return {
    ask,
    get,
    /** @returns the body as JSON. */
    json: async (path: string): Promise<unknown> => JSON.parse((await get(path)).text),
    post: async (hex: string) => {
      const response = await ask(`/w/${world}${mainnetApi}/tx`, { method: "POST", body: hex })
      return { status: response.status, text: await response.text() }
    },
    control: async (path: string, body?: unknown, world_ = world) => {
      const init = { method: "POST", ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
      const response = await ask(`/control/worlds/${world_}/bitcoin/${path}`, init)
      return { status: response.status, body: await response.json() }
    },
    close: handler.close,
  }
}

/** The initial ledger of every world, for building transactions. */
export const beginning = makeFreshLedger()

/** The segwit addresses of the sender, the first account, and of the recipient, the third. */
export const payer = bitcoinAccounts.mainnet[0]?.segwit ?? ""
export const payee = bitcoinAccounts.mainnet[2]?.segwit ?? ""

/** A signed payment of 30,000,000 satoshis from the first account to the third, and its inputs. */
export const payment = { value: 30_000_000n, fee: 1410n }
export const [paidFrom] = getUtxos(beginning, "segwit")
export const paymentHex = signWithBitcoinjs(makePayment(paidFrom === undefined ? [] : [paidFrom], payment))
export const paymentId = Transaction.fromHex(paymentHex).getId()
/** The height of the initial ledger of every world. */
export const firstTip = 105
