import { ownNetworksMessages } from "../views/ownNetworks/ownNetworksMessages.ts"
import { englishMessages } from "./Catalogue.ts"

Object.assign(englishMessages, ownNetworksMessages)
