import { networkImageIds } from "@wmodal/api"
import type { Network } from "@wmodal/protocol"

/** Returns the directory's id of a network's image, the network's own one first; `undefined` without an image. */
export const getImageId = ({ assets, caipNetworkId }: Network): string | undefined =>
  assets?.imageId ?? networkImageIds[caipNetworkId]
