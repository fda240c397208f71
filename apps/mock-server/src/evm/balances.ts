import type { TokenBalance } from "@wmodal/api"
import { formatAmount, type Network } from "@wmodal/protocol"
import * as z from "zod/mini"
import { priceOf } from "../blockchain/prices.ts"
import { tokenIcon } from "../blockchain/tokenIcon.ts"
import type { Anvil } from "./Anvil.ts"
import { rpcResults } from "./rpcResults.ts"
import { tokens } from "./tokens.ts"

const Amounts = z.array(
  z.pipe(
    z.string().check(z.regex(/^0x[0-9a-f]+$/)),
    z.transform((hex) => BigInt(hex)),
  ),
)

/** `balanceOf(address)` */
const balanceOf = (address: string) => `0x70a08231${address.slice(2).toLowerCase().padStart(64, "0")}`

/**
 * What the chain says that an address holds now: the native currency and our tokens, without those of which it has none.
 * `address` is a plain EVM address; `origin` is where the icons are.
 */
export const readBalances = async ({
  address,
  network,
  anvil,
  origin,
}: {
  readonly address: string
  readonly network: Network
  readonly anvil: Pick<Anvil, "send">
  readonly origin: string
}): Promise<readonly TokenBalance[]> => {
  const amounts = Amounts.parse(
    await rpcResults(anvil, [
      ["eth_getBalance", address, "latest"],
      ...tokens.map(
        (token) => ["eth_call", { to: token.address, data: balanceOf(address) }, "latest"] as const,
      ),
    ]),
  )
  const kinds = [{ ...network.nativeCurrency, address: null }, ...tokens]
  return kinds.flatMap((kind, index) => {
    const amount = amounts[index] ?? 0n
    if (amount === 0n) return []
    const numeric = formatAmount(amount, kind.decimals)
    const price = priceOf(kind.symbol, network)
    return [
      {
        name: kind.name,
        symbol: kind.symbol,
        chainId: network.caipNetworkId,
        ...(kind.address === null ? {} : { address: `${network.caipNetworkId}:${kind.address}` }),
        value: Number(numeric) * price,
        price,
        quantity: { decimals: String(kind.decimals), numeric },
        iconUrl: tokenIcon(origin, kind.symbol),
      },
    ]
  })
}
