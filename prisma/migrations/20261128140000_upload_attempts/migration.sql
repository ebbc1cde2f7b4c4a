-- Each attempt counts, also that of a photo that cannot be decoded.
ALTER TABLE "review_upload" ADD COLUMN     "attempts" INTEGER NOT NULL DEFAULT 1;
