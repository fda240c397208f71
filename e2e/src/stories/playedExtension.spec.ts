import { extensionWallet } from "../player/PlayedWallet.ts"
import { playStories } from "../player/playStories.ts"

playStories("the extension", extensionWallet)
