import { scriptedApi } from "./connectAccountWith.ts"

/** The balance path of the scripted wallet's account. */
export const balancePath = "/v1/account/0xab16a96d359ec26a11e2c2b3d8f8b8942d5bfcdb/balance"

/** Contracts of two tokens. */
export const usdc = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48"
export const dai = "0x6b175474e89094c44da98b954eedeac495271d0f"

/** Makes 1.5 ether in the blockchain endpoint's format. */
export const etherRow = (change: object = {}) => ({
  name: "Ether",
  symbol: "ETH",
  chainId: "eip155:1",
  value: 3000,
  price: 2000,
  quantity: { decimals: "18", numeric: "1.5" },
  iconUrl: "https://images.example/eth",
  ...change,
})

/** Makes 2.5 USDC of that contract. */
export const tokenRow = (contract: string, change: object = {}) =>
  etherRow({
    name: "USD Coin",
    symbol: "USDC",
    address: `eip155:1:${contract}`,
    value: 2.5,
    price: 1,
    quantity: { decimals: "6", numeric: "2.5" },
    ...change,
  })

/** Makes a blockchain API that returns these balances, or this status. */
export const makeBalancesApi = (balances: () => readonly object[] | number) =>
  scriptedApi({
    [balancePath]: () => {
      const answer = balances()
      return typeof answer === "number"
        ? new Response("", { status: answer })
        : Response.json({ balances: answer })
    },
  })

/** Chain actions that accept any text starting with 0x as an address. */
export const hexAddressActions = {
  address: (text: string) => (text.startsWith("0x") ? text.toLowerCase() : null),
}
