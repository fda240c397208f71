import { getAssetImage, getCurrencyImage, getTokenImage, getWalletImage, type Route } from "@wmodal/api"
import { networks } from "@wmodal/protocol/networks"
import type { Hono } from "hono"
import { wallets } from "../directory/wallets.ts"
import { tokens } from "../evm/tokens.ts"
import type { Env } from "../http/Env.ts"
import { Failed } from "../http/Failed.ts"
import { reply } from "../http/reply.ts"
import { connectorImageIds } from "./connectorImageIds.ts"
import { letterIcon, shapeIcon } from "./Icon.ts"

type Images = ReadonlyMap<string, string>

const walletImages: Images = new Map(wallets.map(({ image_id }) => [image_id, shapeIcon(image_id)] as const))

const assetImages: Images = new Map([
  ...networks.flatMap(({ assets, name }) =>
    assets?.imageId === undefined
      ? []
      : [[assets.imageId, letterIcon(assets.imageId, name.slice(0, 1))] as const],
  ),
  ...connectorImageIds.map((id) => [id, shapeIcon(id)] as const),
])

const symbols = [
  ...networks.map(({ nativeCurrency }) => nativeCurrency.symbol),
  ...tokens.map(({ symbol }) => symbol),
  // What our tokens pretend to be: clients know some by themselves, and ask for their pictures.
  "USDC",
  "DAI",
]

/** By symbol in upper case. */
const tokenImages: Images = new Map(
  symbols.map(
    (symbol) => [symbol.toUpperCase(), letterIcon(symbol, /[A-Z]/.exec(symbol)?.[0] ?? "")] as const,
  ),
)

const currencyImages: Images = new Map([
  ["USD", letterIcon("USD", "$")],
  ["EUR", letterIcon("EUR", "€")],
  ["GBP", letterIcon("GBP", "£")],
])

/** The pictures of the directory: all of them drawn here, none of them anybody's logo. */
export const addImageRoutes = (app: Hono<Env>): void => {
  const serve = (route: Route<string>, param: string, image: (key: string) => string | undefined) =>
    app.on(route.method, route.pattern, (c) => {
      const svg = image(c.req.param(param) ?? "")
      if (svg === undefined) throw new Failed({ status: 404, field: param, description: "No such image" })
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
