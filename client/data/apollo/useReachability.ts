import { useSyncExternalStore } from 'react'
import { currentReachability, onReachabilityChange, type Reachability } from './reachability'

/** Whether the shop can be reached. The server renders every page as if the shop were reachable. */
export const useReachability = (): Reachability =>
  useSyncExternalStore(onReachabilityChange, currentReachability, () => 'reached')
