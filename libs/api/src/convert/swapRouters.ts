import type { CaipNetworkId } from "@wmodal/protocol"
import { swapNetworks } from "./swapNetworks.ts"

/** A contract that swaps tokens, as its publisher names it. */
export interface SwapRouter {
  readonly name: string
  /** In any case. */
  readonly address: string
  readonly networks: readonly CaipNetworkId[]
  /** Where the address and its networks were read, and when. */
  readonly source: string
  readonly checkedOn: string
}

const checkedOn = "2026-11-23"
const registry =
  "https://github.com/LedgerHQ/clear-signing-erc7730-registry/blob/f853915d34d1816e0d72bb464304a8771e6db524/registry/1inch/"
const descriptors = "https://github.com/LedgerHQ/clear-signing-erc7730-registry/blob/"
const odosContracts = "https://docs.odos.xyz/build/contracts"
const uniswapDescriptor = `${descriptors}4c2250be17fe0273763ce50a7a4ba66ca41e95c2/registry/uniswap/calldata-UniswapUniversalRouter.json`
const lifiDescriptor = `${descriptors}e56f153aaeb7771cad233b3fb05ec0c2e15d43d0/registry/lifi/calldata-LIFIDiamond.json`
const isZkSync = (network: CaipNetworkId) => network === "eip155:324"

/** The routers whose calls need no descriptor: their effects are simulated, and an approval to them is expected. */
export const swapRouters: readonly SwapRouter[] = [
  {
    name: "1inch AggregationRouterV6",
    address: "0x111111125421cA6dc452d289314280a0f8842A65",
    networks: swapNetworks.filter((network) => !isZkSync(network)),
    source: `${registry}calldata-AggregationRouterV6.json`,
    checkedOn,
  },
  {
    name: "1inch AggregationRouterV6",
    address: "0x6fd4383cB451173D5f9304F041C7BCBf27d561fF",
    networks: swapNetworks.filter(isZkSync),
    source: `${registry}calldata-AggregationRouterV6-zksync.json`,
    checkedOn,
  },
  {
    name: "1inch AggregationRouterV5",
    address: "0x1111111254EEB25477B68fb85Ed929f73A960582",
    networks: swapNetworks.filter((network) => !isZkSync(network)),
    source:
      "https://github.com/1inch/1inch-sdk-go/blob/173294b21398555edb89ed65c4ff7c17b5bc74b4/constants/contracts.go",
    checkedOn,
  },
  {
    name: "KyberSwap MetaAggregationRouterV2",
    address: "0x6131B5fae19EA4f9D964eAc0408E4408b66337b5",
    networks: [
      "eip155:1",
      "eip155:10",
      "eip155:56",
      "eip155:137",
      "eip155:8453",
      "eip155:42161",
      "eip155:43114",
    ],
    source: "https://docs.kyberswap.com/kyberswap-solutions/kyberswap-aggregator/contracts",
    checkedOn,
  },
  {
    name: "0x ExchangeProxy",
    address: "0xDef1C0ded9bec7F1a1670819833240f027b25EfF",
    networks: ["eip155:1", "eip155:56", "eip155:137", "eip155:43114"],
    source:
      "https://github.com/0xProject/protocol/blob/0046bb26d85f4a846c3a75526fbce01eaf9f6d8b/packages/contract-addresses/addresses.json",
    checkedOn,
  },
  {
    name: "Velora Augustus v6.2",
    address: "0x6A000F20005980200259B80c5102003040001068",
    networks: [
      "eip155:1",
      "eip155:10",
      "eip155:56",
      "eip155:137",
      "eip155:8453",
      "eip155:42161",
      "eip155:43114",
    ],
    source: `${descriptors}ef3b7aecf9d3f88b848b0b2c013a31b81a6cbccc/registry/paraswap/calldata-AugustusSwapper-v6.2.json`,
    checkedOn,
  },
  {
    name: "LI.FI Diamond",
    address: "0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE",
    networks: [
      "eip155:1",
      "eip155:10",
      "eip155:56",
      "eip155:100",
      "eip155:137",
      "eip155:250",
      "eip155:8453",
      "eip155:42161",
      "eip155:43114",
      "eip155:1313161554",
    ],
    source: lifiDescriptor,
    checkedOn,
  },
  {
    name: "LI.FI Diamond",
    address: "0x341e94069f53234fE6DabeF707aD424830525715",
    networks: ["eip155:324"],
    source: lifiDescriptor,
    checkedOn,
  },
  {
    name: "Uniswap SwapRouter02",
    address: "0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45",
    networks: ["eip155:1"],
    source: `${descriptors}faeb3a940f62cc174c8742c14353b588797f1f42/registry/uniswap/calldata-UniswapV3Router02.json`,
    checkedOn,
  },
  ...(
    [
      ["eip155:1", "0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af"],
      ["eip155:10", "0xCb1355ff08Ab38bBCE60111F1bb2B784bE25D7e8"],
      ["eip155:56", "0x4Dae2f939ACf50408e13d58534Ff8c2776d45265"],
      ["eip155:137", "0xec7BE89e9d109e7e3Fec59c222CF297125FEFda2"],
      ["eip155:8453", "0x6fF5693b99212Da76ad316178A184AB56D299b43"],
      ["eip155:42161", "0xA51afAFe0263b40EdaEf0Df8781eA9aa03E381a3"],
      ["eip155:43114", "0x4Dae2f939ACf50408e13d58534Ff8c2776d45265"],
    ] as const
  ).map(([network, address]) => ({
    name: "Uniswap Universal Router",
    address,
    networks: [network],
    source: uniswapDescriptor,
    checkedOn,
  })),
  ...(
    [
      ["eip155:1", "0xCf5540fFFCdC3d510B18bFcA6d2b9987b0772559"],
      ["eip155:10", "0xCa423977156BB05b13A2BA3b76Bc5419E2fE9680"],
      ["eip155:56", "0x89b8AA89FDd0507a99d334CBe3C808fAFC7d850E"],
      ["eip155:137", "0x4E3288c9ca110bCC82bf38F09A7b425c095d92Bf"],
      ["eip155:250", "0xD0c22A5435F4E8E5770C1fAFb5374015FC12F7cD"],
      ["eip155:324", "0x4bBa932E9792A2b917D47830C93a9BC79320E4f7"],
      ["eip155:8453", "0x19cEeAd7105607Cd444F5ad10dd51356436095a1"],
      ["eip155:42161", "0xa669e7A0d4b3e4Fa48af2dE86BD4CD7126Be4e13"],
      ["eip155:43114", "0x88de50B233052e4Fb783d4F6db78Cc34fEa3e9FC"],
    ] as const
  ).map(([network, address]) => ({
    name: "Odos Router V2",
    address,
    networks: [network],
    source: odosContracts,
    checkedOn,
  })),
  {
    name: "OpenOcean Exchange",
    address: "0x6352a56caadC4F1E25CD6c75970Fa768A3304e64",
    // The network of the documentation's example; the page names no others.
    networks: ["eip155:56"],
    source: "https://docs.openocean.finance/dev/openocean-api-3.0/quick-start",
    checkedOn,
  },
]

/** Returns whether the contract is a known router of this very network. */
export const isSwapRouter = (network: CaipNetworkId, address: string): boolean =>
  swapRouters.some(
    (router) => router.networks.includes(network) && router.address.toLowerCase() === address.toLowerCase(),
  )
