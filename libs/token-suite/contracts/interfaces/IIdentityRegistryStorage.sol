// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IIdentity} from "./IIdentity.sol";

/// Which wallet belongs to which identity and country, as ERC-3643 defines the storage.
interface IIdentityRegistryStorage {
    event IdentityStored(address indexed investorAddress, IIdentity indexed identity);
    event IdentityUnstored(address indexed investorAddress, IIdentity indexed identity);
    event IdentityModified(IIdentity indexed oldIdentity, IIdentity indexed newIdentity);
    event CountryModified(address indexed investorAddress, uint16 indexed country);
    event IdentityRegistryBound(address indexed identityRegistry);
    event IdentityRegistryUnbound(address indexed identityRegistry);

    function storedIdentity(address userAddress) external view returns (IIdentity);
    function storedInvestorCountry(address userAddress) external view returns (uint16);
    function addIdentityToStorage(address userAddress, IIdentity identity, uint16 country) external;
    function removeIdentityFromStorage(address userAddress) external;
    function modifyStoredInvestorCountry(address userAddress, uint16 country) external;
    function modifyStoredIdentity(address userAddress, IIdentity identity) external;
    function bindIdentityRegistry(address identityRegistry) external;
    function unbindIdentityRegistry(address identityRegistry) external;
    function linkedIdentityRegistries() external view returns (address[] memory);
}

/// What this suite's storage answers in addition.
interface IInvestors is IIdentityRegistryStorage {
    /// Returns the record of a wallet as one word (see Investors.sol); zero if the wallet is not registered.
    function investorOf(address wallet) external view returns (uint256);
    /// Returns the records of several wallets.
    function investorsOf(address[] calldata wallets) external view returns (uint256[] memory);
    /// Returns the registered wallets of an identity, at most eight.
    function walletsOf(address identity) external view returns (address[] memory);
}
