import { getAssetImage, getCurrencyImage, getTokenImage, getWalletImage, type Route } from "@wmodal/api"
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

type Images = ReadonlyMap<string, string>

const walletImages: Images = new Map(
  wallets.map(({ image_id }) => [image_id, makeShapeIcon(image_id)] as const),
)

const assetImages: Images = new Map([
  ...networks.flatMap(({ assets, name }) =>
    assets?.imageId === undefined
      ? []
      : [[assets.imageId, makeLetterIcon(assets.imageId, name.slice(0, 1))] as const],
  ),
  ...connectorImageIds.map((id) => [id, makeShapeIcon(id)] as const),
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
