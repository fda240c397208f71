import { lazyChunk } from "./lazyChunk.tsx"

/** Returns a lazy view that loads together with its styles, messages and route. */
export const withStylesAndMessages = <View>(load: () => Promise<View>) =>
  lazyChunk(async () => {
    const [view] = await Promise.all([
      load(),
      import("../views/viewStyles.ts"),
      import("../messages/walletMessages.ts"),
    ])
    return view
  })
