-- Searches look for words that begin with a text. The other indexes do not support a text that varies by row.
-- CreateIndex
CREATE INDEX "search_word_begins_idx" ON "search_word"("word" text_pattern_ops);
