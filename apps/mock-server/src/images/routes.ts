import {
  getAssetImage,
  getCurrencyImage,
  getTokenImage,
  getWalletImage,
  networkImageIds,
  type Route,
} from "@wmodal/api"
import { networks } from "@wmodal/protocol/networks"
import type { Hono } from "hono"
import { wallets } from "../directory/wallets.ts"
import { tokens } from "../evm/tokens.ts"
import type { Env } from "../http/Env.ts"
import { RequestError } from "../http/RequestError.ts"
import { reply } from "../http/reply.ts"
import { makeLetterIcon, makeShapeIcon } from "./Icon.ts"

/** The image ids that clients request for connectors. Source: the AppKit 1.7.2 wire. */
const connectorImageIds = [
  "0c2840c3-5b04-4c44-9661-fbd4b49e1800",
  "461db637-8616-43ce-035a-d89b8a1d5800",
  "54a1aa77-d202-4f8d-0fb2-5d2bb6db0300",
  "ef1a1fcf-7fe8-4d69-bd6d-fda1345b4400",
  "07ba87ed-43aa-4adf-4540-9e6a2b9cae00",
] as const

/**
 * The image ids of networks that other clients know by default and this server does not have: 130, 295, 314, 1088,
 * 1284, 1285, 2020, 4689, 9001, 10143 and 80094. Source: the AppKit 1.7.2 wire.
 */
const otherNetworkImageIds = [
  "2257980a-3463-48c6-cbac-a42d2a956e00",
  "6a97d510-cac8-4e58-c7ce-e8681b044c00",
  "5a73b3dd-af74-424e-cae0-0de859ee9400",
  "3897a66d-40b9-4833-162f-a2c90531c900",
  "161038da-44ae-4ec7-1208-0ea569454b00",
  "f1d73bb6-5450-4e18-38f7-fb6484264a00",
  "b8101fc0-9c19-4b6f-ec65-f6dfff106e00",
  "34e68754-e536-40da-c153-6ef2e7188a00",
  "f926ff41-260d-4028-635e-91913fc28e00",
  "0a728e83-bacb-46db-7844-948f05434900",
  "e329c2c9-59b0-4a02-83e4-212ff3779900",
] as const

type Images = ReadonlyMap<string, string>

const walletImages: Images = new Map(
  wallets.map(({ image_id }) => [image_id, makeShapeIcon(image_id)] as const),
)

const assetImages: Images = new Map([
  ...networks.flatMap(({ caipNetworkId, name }) => {
    const id = networkImageIds[caipNetworkId]
    return id === undefined ? [] : [[id, makeLetterIcon(id, name.slice(0, 1))] as const]
  }),
  ...[...connectorImageIds, ...otherNetworkImageIds].map((id) => [id, makeShapeIcon(id)] as const),
])

const symbols = [
  ...networks.map(({ nativeCurrency }) => nativeCurrency.symbol),
  ...tokens.map(({ symbol }) => symbol),
  // Symbols that the tokens imitate: some clients know these by default and request their images.
  "USDC",
  "DAI",
]

/** Images by symbol in upper case. */
const tokenImages: Images = new Map(
  symbols.map(
    (symbol) => [symbol.toUpperCase(), makeLetterIcon(symbol, /[A-Z]/.exec(symbol)?.[0] ?? "")] as const,
  ),
)

const currencyImages: Images = new Map([
  ["USD", makeLetterIcon("USD", "$")],
  ["EUR", makeLetterIcon("EUR", "€")],
  ["GBP", makeLetterIcon("GBP", "£")],
])

/** Adds the images of the directory: all are generated, none is a real logo. */
export const addImageRoutes = (app: Hono<Env>): void => {
  const serve = (route: Route<string>, param: string, image: (key: string) => string | undefined) =>
    app.on(route.method, route.pattern, (c) => {
      const svg = image(c.req.param(param) ?? "")
      if (svg === undefined)
        throw new RequestError({ status: 404, field: param, description: "No such image" })
      return reply(c, svg, {
        "content-type": "image/svg+xml",
        "cache-control": "public, max-age=86400",
        "x-content-type-options": "nosniff",
      })
    })
  serve(getWalletImage, "imageId", (id) => walletImages.get(id))
  serve(getAssetImage, "imageId", (id) => assetImages.get(id))
  serve(getTokenImage, "symbol", (symbol) => tokenImages.get(symbol.toUpperCase()))
  serve(getCurrencyImage, "currency", (code) => currencyImages.get(code.toUpperCase()))
}
