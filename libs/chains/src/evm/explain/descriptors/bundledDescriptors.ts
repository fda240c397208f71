import type { DescriptorFile } from "../DescriptorFile.ts"
import aaveV3 from "./own/aaveV3.json" with { type: "json" }
import authorizations from "./own/authorizations.json" with { type: "json" }
import collectibles from "./own/collectibles.json" with { type: "json" }
import cowOrder from "./own/cowOrder.json" with { type: "json" }
import dai from "./own/dai.json" with { type: "json" }
import lido from "./own/lido.json" with { type: "json" }
import multicall from "./own/multicall.json" with { type: "json" }
import ownership from "./own/ownership.json" with { type: "json" }
import permit2 from "./own/permit2.json" with { type: "json" }
import permit2Calls from "./own/permit2Calls.json" with { type: "json" }
import safe from "./own/safe.json" with { type: "json" }
import seaport from "./own/seaport.json" with { type: "json" }
import tokens from "./own/tokens.json" with { type: "json" }
import uniswapV2 from "./own/uniswapV2.json" with { type: "json" }
import uniswapV3 from "./own/uniswapV3.json" with { type: "json" }
import wrapped from "./own/wrapped.json" with { type: "json" }
import wstEth from "./own/wstEth.json" with { type: "json" }
import aggregationRouterV5 from "./registry/1inch/calldata-AggregationRouterV5.json" with { type: "json" }
import erc20 from "./registry/ercs/calldata-erc20-tokens.json" with { type: "json" }
import erc721 from "./registry/ercs/calldata-erc721-nfts.json" with { type: "json" }
import erc2612 from "./registry/ercs/eip712-erc2612-permit.json" with { type: "json" }

/** The deployments of Seaport 1.4, 1.5 and 1.6, the same on every network. Source: ProjectOpenSea/seaport. */
const seaportContracts = [
  "0x00000000000001ad428e4906aE43D8F9852d0dD6",
  "0x00000000000000ADc04C56Bf30aC9d3c0aAF14dC",
  "0x0000000000000068F116a894984e2DB1123eB395",
]

/** The bundled descriptors, each with its path in the public registry, or the path that it would have. */
export const bundledDescriptors: readonly DescriptorFile[] = [
  { url: "registry/1inch/calldata-AggregationRouterV5.json", descriptor: aggregationRouterV5 },
  { url: "registry/wrapped/calldata-wrapped.json", descriptor: wrapped },
  { url: "registry/uniswap/eip712-permit2.json", descriptor: permit2 },
  { url: "registry/uniswap/calldata-permit2.json", descriptor: permit2Calls },
  { url: "registry/uniswap/calldata-v2.json", descriptor: uniswapV2 },
  { url: "registry/uniswap/calldata-v3.json", descriptor: uniswapV3 },
  { url: "registry/aave/calldata-pool.json", descriptor: aaveV3 },
  { url: "registry/lido/calldata-steth.json", descriptor: lido },
  { url: "registry/lido/calldata-wsteth.json", descriptor: wstEth },
  { url: "registry/cow/eip712-order.json", descriptor: cowOrder },
  { url: "ercs/calldata-erc20-tokens.json", descriptor: erc20 },
  { url: "ercs/calldata-erc721-nfts.json", descriptor: erc721 },
  { url: "ercs/eip712-erc2612-permit.json", descriptor: erc2612 },
  { url: "ercs/calldata-erc20-more.json", descriptor: tokens },
  { url: "ercs/calldata-collectibles-more.json", descriptor: collectibles },
  { url: "ercs/eip712-dai-permit.json", descriptor: dai },
  { url: "ercs/eip712-erc3009-authorization.json", descriptor: authorizations },
  { url: "ercs/calldata-multicall.json", descriptor: multicall },
  { url: "ercs/calldata-ownership.json", descriptor: ownership },
  { url: "registry/safe/eip712-safe.json", descriptor: safe },
  ...seaportContracts.map((verifyingContract) => ({
    url: `registry/opensea/eip712-seaport-${verifyingContract}.json`,
    descriptor: { ...seaport, context: { eip712: { domain: { name: "Seaport", verifyingContract } } } },
  })),
]
