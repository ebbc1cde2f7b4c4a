import { expect, it } from 'vitest'
import { languageOf } from './written'

it.each([
  ['बहुत सुंदर कप है, पैकिंग भी अच्छी थी।', 'hi'],
  ['खूप छान', 'hi'],
  ['খুব সুন্দর', 'bn'],
  ['ਬਹੁਤ ਸੋਹਣਾ', 'pa'],
  ['ખૂબ સરસ', 'gu'],
  ['ବହୁତ ସୁନ୍ଦର', 'or'],
  ['மிகவும் அழகு', 'ta'],
  ['చాలా బాగుంది', 'te'],
  ['ತುಂಬಾ ಚೆನ್ನಾಗಿದೆ', 'kn'],
  ['വളരെ നല്ലത്', 'ml'],
  ['بہت خوب', 'ur'],
  ['The बड़ा one is a little uneven, but I like it.', undefined],
  ['Celadon कप बहुत ही सुंदर और मजबूत है', 'hi'],
  ['Bahut sundar hai', undefined],
  ['5/5 👍', undefined],
  ['', undefined],
  ['ಕ', 'kn'],
])('the language of %j is %s', (text, language) => expect(languageOf(text)).toBe(language))
