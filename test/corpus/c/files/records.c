// Binary records in a file: random access, update in place with r+b, append, size by fseek, partial reads.
#include <stdio.h>
#include <string.h>

typedef struct { char name[12]; double balance; int visits; } Account;

int main(void) {
  FILE *file = fopen("corpus-records.dat", "wb");
  if (!file) return 1;
  for (int i = 0; i < 20; i++) {
    Account account = {.balance = i * 12.5, .visits = i % 4};
    snprintf(account.name, sizeof account.name, "account%d", i);
    fwrite(&account, sizeof account, 1, file);
  }
  fclose(file);
  file = fopen("corpus-records.dat", "r+b");
  for (int i = 1; i < 20; i += 3) {
    Account account;
    fseek(file, i * (long)sizeof account, SEEK_SET);
    if (fread(&account, sizeof account, 1, file) != 1) return 2;
    account.balance = account.balance * 1.05 + 1;
    account.visits += 10;
    fseek(file, -(long)sizeof account, SEEK_CUR);
    fwrite(&account, sizeof account, 1, file);
  }
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  rewind(file);
  Account all[32];
  size_t count = fread(all, sizeof *all, 32, file);
  double total = 0;
  int visits = 0;
  for (size_t i = 0; i < count; i++) total += all[i].balance, visits += all[i].visits;
  printf("%ld %zu %.4f %d %s\n", size, count, total, visits, all[19].name);
  fclose(file);
  file = fopen("corpus-records.dat", "ab");
  fwrite("tail", 1, 4, file);
  fclose(file);
  file = fopen("corpus-records.dat", "rb");
  fseek(file, size, SEEK_SET);
  char tail[8] = "";
  size_t got = fread(tail, 1, sizeof tail - 1, file);
  printf("%zu %s %d %d\n", got, tail, feof(file) != 0, ferror(file));
  fclose(file);
  return remove("corpus-records.dat");
}
