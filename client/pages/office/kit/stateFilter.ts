/** The state filter of a message list. The page's URL contains the state and the cursor. */
export function stateFilter<State extends string>(names: Record<State, string>, path: (query: string) => string) {
  const states = Object.keys(names) as State[]
  const stateIn = (query: URLSearchParams) => states.find((state) => state === query.get('state')) ?? null
  return {
    tabs: [{ id: '', name: 'All' }, ...states.map((id) => ({ id, name: names[id] }))],
    stateIn,
    /** The variables of the page's query. */
    variablesOf({ url }: Request) {
      const query = new URL(url).searchParams
      return { state: stateIn(query), after: query.get('after') }
    },
    pathOf(state: string, after: string | null = null) {
      const query = new URLSearchParams({ ...(state && { state }), ...(after && { after }) })
      return path(query.size > 0 ? `?${query}` : '')
    },
  }
}
