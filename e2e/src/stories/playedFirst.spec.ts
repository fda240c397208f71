import { playStories } from "../player/playStories.ts"

playStories(0)
