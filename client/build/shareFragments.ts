/** Codegen writes every fragment into each document that spreads it; in the built client each stands once. */
import type { Plugin } from 'vite'

const DOCUMENT = /\{"kind":"Document",.*?(?= as unknown as DocumentNode)/g
const PREFIX = 'virtual:fragment/'

interface Definition {
  kind: string
  name: { value: string }
}

export function shareFragments(): Plugin {
  const fragments = new Map<string, string>()
  return {
    name: 'share-fragments',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    load: (id) => {
      if (!id.startsWith(`\0${PREFIX}`)) return null
      return { code: `export default ${fragments.get(id.slice(PREFIX.length + 1))}`, moduleSideEffects: false }
    },
    transform(code, id) {
      if (!id.endsWith('.generated.ts')) return null
      const used = new Set<string>()
      const definition = (each: Definition): string => {
        if (each.kind !== 'FragmentDefinition') return JSON.stringify(each)
        fragments.set(each.name.value, JSON.stringify(each))
        used.add(each.name.value)
        return `fragment_${each.name.value}`
      }
      const shared = code.replace(DOCUMENT, (json) => {
        const { definitions } = JSON.parse(json) as { definitions: Definition[] }
        return `{kind:'Document',definitions:[${definitions.map(definition).join(',')}]}`
      })
      const imports = [...used].map((name) => `import fragment_${name} from '${PREFIX}${name}'\n`)
      return { code: imports.join('') + shared, map: null }
    },
  }
}
