import type { DescriptorFile } from "../DescriptorFile.ts"
import authorizations from "./own/authorizations.json" with { type: "json" }
import collectibles from "./own/collectibles.json" with { type: "json" }
import dai from "./own/dai.json" with { type: "json" }
import multicall from "./own/multicall.json" with { type: "json" }
import permit2 from "./own/permit2.json" with { type: "json" }
import tokens from "./own/tokens.json" with { type: "json" }
import wrapped from "./own/wrapped.json" with { type: "json" }
import aggregationRouterV5 from "./registry/1inch/calldata-AggregationRouterV5.json" with { type: "json" }
import erc20 from "./registry/ercs/calldata-erc20-tokens.json" with { type: "json" }
import erc721 from "./registry/ercs/calldata-erc721-nfts.json" with { type: "json" }
import erc2612 from "./registry/ercs/eip712-erc2612-permit.json" with { type: "json" }

/** The bundled descriptors, each with its path in the public registry, or the path that it would have. */
export const bundledDescriptors: readonly DescriptorFile[] = [
  { url: "registry/1inch/calldata-AggregationRouterV5.json", descriptor: aggregationRouterV5 },
  { url: "registry/wrapped/calldata-wrapped.json", descriptor: wrapped },
  { url: "registry/uniswap/eip712-permit2.json", descriptor: permit2 },
  { url: "ercs/calldata-erc20-tokens.json", descriptor: erc20 },
  { url: "ercs/calldata-erc721-nfts.json", descriptor: erc721 },
  { url: "ercs/eip712-erc2612-permit.json", descriptor: erc2612 },
  { url: "ercs/calldata-erc20-more.json", descriptor: tokens },
  { url: "ercs/calldata-collectibles-more.json", descriptor: collectibles },
  { url: "ercs/eip712-dai-permit.json", descriptor: dai },
  { url: "ercs/eip712-erc3009-authorization.json", descriptor: authorizations },
  { url: "ercs/calldata-multicall.json", descriptor: multicall },
]
