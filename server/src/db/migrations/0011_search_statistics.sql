-- Search chooses between two indexes by how common a word is. The default sample cannot tell words apart that less than 1 %
-- of posts contain.
ALTER TABLE "posts" ALTER COLUMN "search_text" SET STATISTICS 1000;
