import { ActivityList } from "./ActivityList.tsx"

/** The whole of what happened. */
export const Transactions = () => <ActivityList list="view" />
