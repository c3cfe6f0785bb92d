// Stands for @huggingface/transformers in the thread of the local embedder: a text takes 5 ms, and its vector says as
// the how manyth it was embedded.
let embedded = 0;
module.exports = {
  env: {},
  pipeline: async () => async (texts) => {
    const vectors = [];
    for (const text of texts) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (text === 'unreadable') throw new Error('no such text');
      vectors.push([1, ++embedded]);
    }
    return { tolist: () => vectors };
  },
};
