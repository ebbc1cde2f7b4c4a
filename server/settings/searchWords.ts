/** Reads the files of search words: the shop's own file, and the file that SEARCH_WORDS_FILE names. */
import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { MOST, readSearchWords, SearchWordsError, type SearchWords } from '../shared/searchWords'

const OF_SHOP = 'prisma/catalogue/search-words.txt'

/** A relative path is resolved against `projectRoot`. Throws a SearchWordsError, or a file system error. */
export function searchWordsOf(file: string | undefined, projectRoot: string): SearchWords {
  const files = [join(projectRoot, OF_SHOP), ...(file === undefined ? [] : [resolve(projectRoot, file)])]
  return readSearchWords(...files.map(textOf))
}

function textOf(path: string): string {
  const stat = statSync(path)
  if (!stat.isFile()) throw new SearchWordsError('is not a file')
  if (stat.size > MOST.bytes) throw new SearchWordsError(`has more than ${MOST.bytes / 1024} KB`)
  return readFileSync(path, 'utf8')
}

export function searchWordErrors(file: string | undefined, projectRoot: string): string[] {
  if (file === undefined) return []
  try {
    searchWordsOf(file, projectRoot)
    return []
  } catch (error) {
    const reason = error instanceof SearchWordsError ? error.message : 'cannot be read'
    return [`SEARCH_WORDS_FILE: ${reason}`]
  }
}
