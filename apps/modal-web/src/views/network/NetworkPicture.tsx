import type { Network } from "@wmodal/protocol"
import { Effect } from "effect"
import { useEffect, useState } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { RemoteImage, type RemoteImageProps } from "../../ui/RemoteImage.tsx"

export interface NetworkPictureProps extends Pick<RemoteImageProps, "size"> {
  readonly network: Network
}

/** A network's icon, or its first letter until the address of the image is known. */
export const NetworkPicture = ({ network, size = "row" }: NetworkPictureProps) => {
  const { engine, run } = useEngine()
  const [found, setFound] = useState<{ readonly of: Network; readonly url: string | null } | null>(null)
  useEffect(() => {
    let shown = true
    run(
      Effect.tap(engine.networks.imageUrl(network), (url) =>
        Effect.sync(() => {
          if (shown) setFound({ of: network, url })
        }),
      ),
    )
    return () => {
      shown = false
    }
  }, [engine, run, network])
  const source = found?.of === network ? found.url : null
  return <RemoteImage source={source} name={network.name} shape="network" size={size} />
}
