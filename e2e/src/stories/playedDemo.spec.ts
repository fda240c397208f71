import { devWallet } from "../player/PlayedWallet.ts"
import { playStories } from "../player/playStories.ts"

playStories("the demo's own wallet", devWallet, { several: true })
